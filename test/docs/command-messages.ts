import type { PlanProblem } from "../../src/dod/plan/plan-problem.ts";
import { describeBrokenConfig } from "../../src/report/broken-config.ts";
import { describeCrash, describeLostOutput, waitingForInput } from "../../src/report/command-messages.ts";
import { describeInputFault, type InputFault } from "../../src/report/input-fault.ts";
import { describePlanNote, describePlanProblem } from "../../src/report/plan-problems.ts";
import { describeUsageFault, type UsageFault } from "../../src/report/usage-fault.ts";
import { type Cases, casesOf } from "./cases.ts";

const at = { line: 1, column: 1 };
const message = "x";

const usage: Cases<UsageFault> = {
  noCommand: { code: "noCommand" },
  unknownCommand: { code: "unknownCommand", word: "chekc", suggestion: "check" },
  unknownOption: { code: "unknownOption", option: "--jsno", suggestion: "--json" },
  missingValue: { code: "missingValue", option: "--cwd" },
  needlessValue: { code: "needlessValue", option: "--json" },
  missingFile: { code: "missingFile" },
  tooManyFiles: { code: "tooManyFiles" },
};

const input: Cases<InputFault> = {
  missing: { code: "missing" },
  directory: { code: "directory" },
  notAFile: { code: "notAFile" },
  binary: { code: "binary" },
  empty: { code: "empty" },
  noBlock: { code: "noBlock" },
  stopped: { code: "stopped" },
  strayCheck: { code: "strayCheck", line: 3 },
  tooLarge: { code: "tooLarge", limit: 1024 ** 2 },
  unreadable: { code: "unreadable", message },
  noDirectory: { code: "noDirectory" },
  noCommit: { code: "noCommit", message },
};

const plans: Cases<PlanProblem> = {
  stepWithoutBlock: { at, code: "stepWithoutBlock", step: "Build it" },
  orphanBlock: { at, code: "orphanBlock", tag: "[acceptance]" },
  duplicateStepNumber: { at, code: "duplicateStepNumber", number: "3", firstLine: 7 },
  noSteps: { at, code: "noSteps" },
  planTooLong: { at, code: "planTooLong", limit: 1_000_000 },
  planTooManyParts: { at, code: "planTooManyParts", limit: 10_000 },
};

/** A sentence for everything that the `dod-gate` command says of itself and its input, and for the faults of a plan, by its code. */
export const commandMessages: readonly (readonly [string, string])[] = [
  ...casesOf("usage", usage, describeUsageFault),
  ...casesOf("input", input, (fault) => describeInputFault("a.md", fault)),
  ...casesOf("plan", plans, describePlanProblem),
  ["plan: example", describePlanNote({ at, code: "orphanExample", tag: "[acceptance]" })],
  ["command: waiting", waitingForInput],
  ["command: crash", describeCrash(message)],
  ["command: lost output", describeLostOutput(message)],
  ["command: configuration", describeBrokenConfig([]).join("\n")],
];
