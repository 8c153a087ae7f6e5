import type { PresetNameRefusal } from "../config/presets.ts";
import type { ConfigProblem, Expectation, Fault, Place, SyntaxFault } from "../config/problem.ts";
import type { ProgramRefusal } from "../config/program-name.ts";
import { quote } from "./quote.ts";

/** How much of a wrong value or key is shown, in UTF-16 code units. */
const longestSnippet = 60;

/** One problem on one line: `.opencode/dod-gate.jsonc:4:7 verify.checkTimeoutMs: expected …, got "10s"`. */
export function describeConfigProblem(problem: ConfigProblem): string {
  return `${describePlace(problem)}: ${describeFault(problem)}`;
}

/** `.opencode/dod-gate.jsonc:4:7 verify.checkTimeoutMs` */
export function describePlace({ file, path, line, column }: Place): string {
  const place = line === undefined || column === undefined ? quote(file) : `${quote(file)}:${line}:${column}`;
  return path === "" ? place : `${place} ${snippet(path)}`;
}

function describeFault(fault: Fault): string {
  switch (fault.code) {
    case "unknownKey": {
      const hint = fault.suggestion === undefined ? "" : `; did you mean "${fault.suggestion}"?`;
      return `unknown key "${snippet(fault.key)}"${hint}`;
    }
    case "topLevelKey":
      return `"${snippet(fault.key)}" stands in a section; it belongs to the top level`;
    case "missingKey":
      return `the key "${snippet(fault.missing)}" is missing`;
    case "duplicateKey":
      return `the key "${snippet(fault.key)}" is there twice`;
    case "wrongType":
    case "badValue":
      return `expected ${describeExpectation(fault.expected, fault.got)}, got ${describeValue(fault.got)}`;
    case "refusedProgram":
      return `"${snippet(fault.program)}" can't be allowed: ${refusals[fault.reason]}`;
    case "refusedPresetName":
      return `"${snippet(fault.key)}" can't be the name of a preset: ${presetNameRefusals[fault.reason]}`;
    case "unknownPreset": {
      const hint =
        fault.suggestion === undefined ? listOf(fault.known) : `; did you mean "${snippet(fault.suggestion)}"?`;
      return `there is no preset "${snippet(fault.name)}"${hint}`;
    }
    case "duplicateCriterion":
      return `the criterion "${snippet(fault.criterion)}" is there twice; only one command can decide it`;
    case "syntax":
      return syntaxFaults[fault.error];
    case "tooNested":
      return `more than ${fault.limit} brackets; no configuration needs as many`;
    case "notAFile":
      return "not a regular file";
    case "tooLarge":
      return `${fault.size} bytes; a configuration may have at most ${fault.limit}`;
    case "unreadable":
      return `can't be read: ${quote(fault.message)}`;
    case "notValidated":
      return `can't be checked, because a library of the plugin can't be loaded: ${quote(fault.message)}`;
    case "more":
      return fault.count === 1 ? "1 more problem" : `${fault.count} more problems`;
  }
}

function describeExpectation(expected: Expectation, got: unknown): string {
  switch (expected.kind) {
    case "section":
      return "an object with settings";
    case "oneOf":
      return anyOf(expected.values.map((value) => `"${value}"`));
    case "boolean":
      return "true or false";
    case "milliseconds":
      return describeMilliseconds(expected.most, got);
    case "command":
      return "a command as text";
    case "programs":
      return "a list of program names";
    case "program":
      return "the bare name of a program";
    case "globs":
      return "a list of glob patterns";
    case "glob":
      return "a glob pattern";
    case "temperature":
      return `a number from 0 to ${expected.most}, or null`;
    case "presets":
      return "an object with presets by name";
    case "preset":
      return "an object with a fast, a medium and a heavy tier";
    case "tier":
      return "an object with a model";
    case "model":
      return 'a model as "provider/model"';
    case "ratio":
      return "a number above 0";
    case "text":
      return "a text";
    case "ladder":
      return "a list of one or more tiers, each above the one before";
    case "attempts":
      return `a whole number from 1 to ${expected.most}`;
    case "cycles":
      return `a whole number from 0 to ${expected.most}`;
    case "multiple":
      return "a number that is 1 or more";
    case "projectChecks":
      return "a list of at most 64 objects, each with a criterion and a command";
    case "projectCheck":
      return "an object with a criterion and a command";
    case "criterion":
      return `a criterion as text, at most ${expected.most} characters long`;
    case "pathBelow":
      return "a path below the project's directory, written with / and without ..";
    case "pathsBelow":
      return "a list of paths below the project's directory";
  }
}

function describeMilliseconds(most: number, got: unknown): string {
  if (typeof got !== "number" || !(got > 0)) return "a positive number of milliseconds";
  return got > most ? `at most ${most} milliseconds (${most / 3_600_000} h)` : "a whole number of milliseconds";
}

/** How many of the presets that there are a sentence lists. */
const mostPresets = 10;

function listOf(presets: readonly string[]): string {
  const listed = presets.slice(0, mostPresets).map((name) => `"${snippet(name)}"`);
  return `; there ${listed.length === 1 ? "is" : "are"} ${listed.join(", ")}${presets.length > mostPresets ? " and others" : ""}`;
}

function anyOf(values: readonly string[]): string {
  const last = values.at(-1) ?? "";
  return values.length < 2 ? last : `${values.slice(0, -1).join(", ")} or ${last}`;
}

function describeValue(value: unknown): string {
  if (typeof value === "string") return `"${snippet(value)}"`;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : snippet(String(value));
}

function snippet(text: string): string {
  return quote(text, longestSnippet);
}

const refusals: Record<ProgramRefusal, string> = {
  empty: "it names no program",
  path: "write its bare name, without a path",
  characters: "a program's name holds only letters, digits and . _ + -, at most 64 of them",
  runsOthers: "it runs whatever its arguments say, so that every command would be allowed with it",
};

const presetNameRefusals: Record<PresetNameRefusal, string> = {
  characters: "it may hold only small letters, digits and hyphens",
  reserved: "it stands for the caller's own model",
};

const syntaxFaults: Record<SyntaxFault, string> = {
  InvalidSymbol: "unexpected text; keys and text need double quotes",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected: "expected a key in double quotes",
  ValueExpected: "expected a value",
  ColonExpected: "expected a colon after the key",
  CommaExpected: "expected a comma",
  CloseBraceExpected: "expected a closing brace }",
  CloseBracketExpected: "expected a closing bracket ]",
  EndOfFileExpected: "expected nothing more after the closing brace",
  InvalidCommentToken: "a comment can't stand here",
  UnexpectedEndOfComment: "this comment is never closed",
  UnexpectedEndOfString: "this text has no closing quote on its line",
  UnexpectedEndOfNumber: "this number is incomplete",
  InvalidUnicode: "this \\u escape is not four hexadecimal digits",
  InvalidEscapeCharacter: "this escape is not known; write \\\\ for a backslash",
  InvalidCharacter: "control characters must be escaped",
  "<unknown ParseErrorCode>": "this is not JSON",
};
