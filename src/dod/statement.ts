import type { Position } from "./dod.ts";
import { readLines } from "./line.ts";
import type { BlockProblem } from "./problem.ts";
import { type CheckLine, continues, type OpenText, read } from "./reading.ts";
import { findVisible } from "./whitespace.ts";

/** What a directive says, together with the lines that continue it; or any other line. */
export type Statement =
  | CheckLine
  | TextStatement
  | { readonly type: "prose"; readonly at: Position; readonly text: string }
  | { readonly type: "problem"; readonly problem: BlockProblem };

interface TextStatement {
  readonly type: "text";
  readonly directive: "criteria" | "deliverable";
  readonly at: Position;
  /** One line; empty where nothing visible was written. */
  readonly text: string;
}

export function* readStatements(body: string, firstLine: number): Generator<Statement> {
  let open: OpenText | undefined;
  for (const line of readLines(body, firstLine)) {
    if (line.text === "" || findVisible(line.text) < 0) continue;
    const reading = read(line, open);
    if (reading.type === "continuation") {
      open?.parts.push(reading.text);
      continue;
    }
    if (reading.type === "problem" && continues(line, open)) {
      yield reading;
      continue;
    }
    if (open !== undefined) yield close(open);
    open = reading.type === "opening" ? reading.text : undefined;
    if (reading.type !== "opening" && reading.type !== "nothing") yield reading;
  }
  if (open !== undefined) yield close(open);
}

function close({ directive, at, parts }: OpenText): TextStatement {
  return { type: "text", directive, at, text: parts.join(" ") };
}
