import type { MissingCommand, VerifyFile } from "../dod/dod.ts";
import { closesFence, type Fence, openFence } from "../dod/fence.ts";
import { type NumberedLine, readLines } from "../dod/line.ts";

export type VerifyReading =
  | { readonly status: "found"; readonly command: string; readonly line: number }
  /** No line of the file is about a command. */
  | { readonly status: "noLine" }
  | { readonly status: "unusable"; readonly missing: MissingCommand };

/** A line that is about the command; without one where it is not in the form that can be read. */
interface CommandLine {
  readonly line: number;
  readonly command: string | undefined;
}

/** Finds the command that a file of the project names, in its structured lines alone. Linear in the text. */
export function readVerifyCommand(file: VerifyFile, text: string): VerifyReading {
  const lines = file === "init.sh" ? [...linesOfScript(text)] : [...linesOfPage(text)];
  const [first] = lines;
  if (first === undefined) return { status: "noLine" };
  const at = (code: "placeholder" | "unreadableLine" | "severalLines", { line }: CommandLine): VerifyReading => {
    return { status: "unusable", missing: { code, file, line } };
  };
  const odd = lines.find(({ command }) => command === undefined);
  if (odd !== undefined) return at("unreadableLine", odd);
  const other = lines.find(({ command }) => command !== first.command);
  if (other !== undefined) return at("severalLines", other);
  const { command = "", line } = first;
  return isPlaceholder(command) ? at("placeholder", first) : { status: "found", command, line };
}

/** `VERIFY_CMD='…'`, on a line of its own. */
function* linesOfScript(text: string): Generator<CommandLine> {
  for (const { number, text: line } of readLines(text)) {
    const [, value] = /^[ \t]*(?:export[ \t]+)?VERIFY_CMD=(.*)$/.exec(line) ?? [];
    if (value !== undefined) yield { line: number, command: unquote(value) };
  }
}

/** What bash makes of `'a'\''b'`: single quotes hold everything as it is, and `\'` between them is one. */
function unquote(value: string): string | undefined {
  let command = "";
  let at = 0;
  for (;;) {
    if (value.startsWith("\\'", at)) {
      command += "'";
      at += 2;
    } else if (value[at] === "'") {
      const end = value.indexOf("'", at + 1);
      if (end === -1) return undefined;
      command += value.slice(at + 1, end);
      at = end + 1;
    } else break;
  }
  return /^(?:[ \t]*|[ \t]+#.*)$/.test(value.slice(at)) ? command : undefined;
}

/** ``- Verify: `…` ``, outside of code fences. */
function* linesOfPage(text: string): Generator<CommandLine> {
  for (const { number, text: line } of unfenced(text)) {
    const [, rest] = /^[ \t]*[-*+][ \t]+Verify:(.*)$/.exec(line) ?? [];
    if (rest === undefined) continue;
    const [, command] = /^[ \t]*`([^`]*)`[ \t]*$/.exec(rest) ?? [];
    yield { line: number, command };
  }
}

function* unfenced(text: string): Generator<NumberedLine> {
  let fence: Fence | undefined;
  for (const line of readLines(text)) {
    if (fence === undefined) {
      fence = openFence(line.text);
      if (fence === undefined) yield line;
    } else if (closesFence(fence, line.text)) fence = undefined;
  }
}

const placeholders = new Set(
  [
    "",
    "...",
    "…",
    "todo",
    "tbd",
    "fixme",
    "xxx",
    "none",
    "n/a",
    "-",
    "changeme",
    "placeholder",
    "true",
    ":",
    "exit 0",
  ].concat(["your command", "your command here", "command", "your verify command"]),
);

/** What stands where somebody is still to write a command, or what verifies nothing. */
function isPlaceholder(command: string): boolean {
  const text = command.trim().toLowerCase();
  return placeholders.has(text) || /^(?:<.*>|\{\{.*\}\}|todo\b.*|echo\b.*)$/.test(text);
}
