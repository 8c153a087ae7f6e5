import type { Block } from "./block.ts";
import { compile } from "./compile.ts";
import type { Dod, DodSource } from "./dod.ts";
import { Findings } from "./findings.ts";
import { limits } from "./limits.ts";
import type { BlockNote, BlockProblem } from "./problem.ts";
import { choose, scan } from "./scan.ts";

/** What a text asks for. While there is a problem, nothing of it can pass. */
export interface Parsed {
  /** One per block, in the order of the text; what has a problem is missing in it. */
  readonly dods: readonly Dod[];
  readonly problems: readonly BlockProblem[];
  readonly notes: readonly BlockNote[];
}

/** Compiles the blocks of a text. Never throws, and takes time in proportion to the text's length whatever it holds. */
export function parse(text: string, source: DodSource = "explicit"): Parsed {
  const findings = new Findings();
  const blocks = typeof text === "string" ? choose(scan(text, findings), findings) : [];
  return conclude(compileAll(blocks, source, findings), findings);
}

export function compileAll(blocks: readonly Block[], source: DodSource, findings: Findings): Dod[] {
  const surplus = blocks[limits.blocks];
  if (surplus !== undefined) findings.addProblem({ at: surplus.at, code: "tooManyBlocks", limit: limits.blocks });
  return blocks
    .slice(0, limits.blocks)
    .map((block) => compile({ at: block.at, body: block.body, firstLine: block.at.line + 1 }, source, findings));
}

export function conclude(dods: readonly Dod[], findings: Findings): Parsed {
  return { dods, problems: findings.problems, notes: findings.notes };
}
