import type { Block } from "./block.ts";
import { compile } from "./compile.ts";
import type { DodSource } from "./dod.ts";
import { Findings } from "./findings.ts";
import { placeIn, readLines } from "./line.ts";
import { compileAll, conclude, type Parsed } from "./parse.ts";
import { choose, scan } from "./scan.ts";
import { looksLikeDirective } from "./suspect.ts";

/**
 * Compiles a text that is nothing but a Definition of Done: blocks, or directives without tags. Having neither is a
 * problem, and so is a directive beside the blocks, since nobody could tell whether it counts.
 */
export function parseDirectives(text: string, source: DodSource = "explicit"): Parsed {
  const written = typeof text === "string" ? text : "";
  const findings = new Findings();
  const blocks = choose(scan(written, findings), findings);
  if (blocks.length === 0) return parseBare(written, source);
  reportOutside(written, blocks, findings);
  return conclude(compileAll(blocks, source, findings), findings);
}

function parseBare(text: string, source: DodSource): Parsed {
  const findings = new Findings();
  const dod = compile({ at: { line: 1, column: 1 }, body: text, firstLine: 1 }, source, findings);
  return conclude([dod], findings);
}

function reportOutside(text: string, blocks: readonly Block[], findings: Findings): void {
  const remaining = [...blocks];
  for (const line of readLines(text)) {
    if (remaining[0] !== undefined && line.start >= remaining[0].end) remaining.shift();
    const isInside = remaining[0] !== undefined && line.start >= remaining[0].start;
    if (!isInside && looksLikeDirective(line.text)) findings.addProblem({ at: placeIn(line, 0), code: "outsideBlock" });
  }
}
