import { describe, expect, test } from "vitest";
import type { ErrorReason, FailReason } from "../../src/checks/result.ts";
import { defaults } from "../../src/config/defaults.ts";
import { options } from "../../src/config/options.ts";
import type { ProjectCheck } from "../../src/dod/dod.ts";
import { type Claim, type EvidenceGap, findUnsupported } from "../../src/grader/evidence.ts";
import { quotes } from "../../src/grader/quoted.ts";
import { readReply } from "../../src/grader/reply.ts";
import { type CheckRecord, recordOf, type VerdictRecord } from "../../src/report/verdict-record.ts";
import { load, setting } from "../config/support.ts";
import { memoryFiles } from "../support/memory-files.ts";
import { codeIn, readPage, rowsUnder, sectionOf, withoutBlocks } from "./page.ts";
import { judge } from "./verdicts.ts";

const page = readPage("docs/verification.md");
const text = withoutBlocks(page).replaceAll(/\s+/g, " ");

describe("what docs/verification.md says of checks", () => {
  const failures: Record<FailReason["code"], string> = {
    exited: "exits with another code than 0",
    killed: "is ended by a signal",
    timedOut: "runs into its time limit",
    expectMissing: "`expect` is not in its output",
    noTests: "counts no test",
    noneConfigured: "its script is missing (`none configured`)",
    noCommand: "no command is configured for a project check",
    fileMissing: "the file is not found",
    notAFile: "not a regular one",
    unchanged: "unchanged since dispatch",
    textMissing: "without the text",
    notJson: "not valid JSON",
    schemaMismatch: "does not match its schema",
    baselineOraclesFail: "fails with the tests and configuration from before",
    passesWithoutChange: "with `failToPass=true`, it passes without the change",
  };
  const errors: Record<ErrorReason["code"], string> = {
    toolMissing: "the program is not installed",
    notStarted: "can't be started",
    shadowed: "would stand in for it",
    denied: "a permission denies it",
    needsApproval: "asks first",
    refused: "the policy refuses the command",
    pathEscapes: "the path leaves its directory",
    unreadable: "the file can't be read",
    tooLarge: "is too large",
    baselineOraclesUnheard: "what the tests and configuration from before say",
    failToPassUnproved: "what `failToPass=true` asks for, could not be found out",
    changeUnknown: "whether it was changed can't be told",
    schemaUnusable: "the schema can't be used",
    stopped: "the check was stopped",
    crashed: "broke down",
  };
  const rows = rowsUnder("outcome of a check", page);

  test.each([
    ["fail", failures],
    ["error", errors],
  ])("lists every reason: %s", (outcome, phrases) => {
    const [, when = ""] = rows.find(([heading]) => heading?.startsWith(`${outcome}:`)) ?? [];
    expect(Object.values(phrases).filter((phrase) => !when.includes(phrase))).toEqual([]);
  });
});

describe("what docs/verification.md says of graders", () => {
  test("lists every gap of a pass (R001-38)", () => {
    const gaps: Record<EvidenceGap["code"], string> = {
      reasonMissing: "a criterion has no reason",
      reasonEmpty: "or an empty one",
      citedMissing: "a file that is not there",
      citedOutside: "lies outside the directory",
      tooManyCitations: "more than 200 places",
      nothingRead: "cites none that the grader opened",
      nothingQuoted: "quotes three successive words",
    };
    expect(Object.values(gaps).filter((phrase) => !text.includes(phrase))).toEqual([]);
  });

  test("states the limits of its evidence", async () => {
    const claim: Claim = {
      reasons: ["a.ts:1 ".repeat(201)],
      criteria: ["It is fine."],
      artefact: { changedFiles: [], attribution: "known" },
      returnText: "",
      directory: "/project",
      filesRead: [],
    };
    expect(await findUnsupported(claim, memoryFiles({}))).toEqual({ code: "tooManyCitations", limit: 200 });
    expect([quotes(['"one two three"'], "one two three four"), quotes(['"one two"'], "one two three four")]).toEqual([
      true,
      false,
    ]);
  });

  test("shows the form of a reply", () => {
    const form = codeIn(text).find((code) => code.startsWith("{")) ?? "";
    const reply = form.replace("boolean", "true").replace("…", '"a.ts:1"');
    expect(readReply(reply)).toEqual({ ok: true, pass: true, reasons: ["a.ts:1"] });
  });
});

describe("metadata.dodGate", () => {
  const programs = sectionOf(page, "For programs");
  const [ofVerdict = "", ofCheck = ""] = programs.split("Each of `checks` has:");
  const fieldsIn = (table: string) => rowsUnder("field", table).flatMap(([names = ""]) => codeIn(names));

  test("has the fields that docs/verification.md lists", () => {
    const verdict: Record<keyof VerdictRecord, true> = {
      version: true,
      outcome: true,
      pass: true,
      skipped: true,
      method: true,
      dodSource: true,
      reasons: true,
      notes: true,
      checks: true,
      evidence: true,
      graderModel: true,
      integrity: true,
      unrun: true,
      durationMs: true,
    };
    const check: Record<keyof CheckRecord, true> = {
      kind: true,
      criterion: true,
      command: true,
      outcome: true,
      passed: true,
      reason: true,
      exitCode: true,
      timedOut: true,
      durationMs: true,
      stdoutTail: true,
      stderrTail: true,
    };
    expect(fieldsIn(ofVerdict)).toEqual(Object.keys(verdict));
    expect(fieldsIn(ofCheck)).toEqual(Object.keys(check));
  });

  test("really has them", async () => {
    const reason = { code: "exited", exitCode: 1 } as const;
    const failed = await judge({
      prompt: "[acceptance]\ncheck: testsPass\n[/acceptance]",
      results: [{ outcome: "fail", reason, output: "x".repeat(9999) }],
    });
    const passed = await judge({ prompt: "[acceptance]\ncriteria: It is fine.\n[/acceptance]" });
    const compared = { ...passed, integrity: { baseline: "4b825d", candidate: "d8329f", checks: [] } };
    const bound: ProjectCheck = {
      ...{ kind: "projectCheck", criterion: "It is fine.", command: "npm test", at: { line: 1, column: 1 } },
      ...{ home: "/project", directory: "/project", oraclePaths: [] },
    };
    const required = await judge({ prompt: "", artefact: { attribution: "unknown" }, settings: { required: [bound] } });
    const records = [failed, compared, required].map(recordOf);
    const keys = new Set(records.flatMap((record) => Object.keys(record)));
    expect([...keys].sort()).toEqual(fieldsIn(ofVerdict).sort());
    const checks = records.flatMap((record) => record.checks);
    const keysOfChecks = new Set(checks.flatMap((each) => Object.keys(each)));
    expect([...keysOfChecks].sort()).toEqual(fieldsIn(ofCheck).sort());
    const [check] = checks;
    expect(programs).toContain(`at most ${check?.stdoutTail.length} characters each`);
  });
});

describe("the settings that docs/verification.md names", () => {
  const names = new Set([...text.matchAll(/\b(?:verify|commands)\.\w+/g)].map(([name]) => name));
  const values = [...text.matchAll(/`(verify|commands)\.(\w+): ([^`]+)`/g)].map((match) => [...match] as const);
  const times = [...text.matchAll(/`verify\.(\w+)` \((\d+) s\)/g)];

  test("exist", () => {
    expect(names.size).toBeGreaterThan(8);
    expect([...names].filter((name) => !options.some((option) => option.name === name))).toEqual([]);
  });

  test.each(values)("%s", async (_, section = "", option = "", value = "") => {
    expect((await load(setting(section, option, JSON.parse(value)))).problems).toEqual([]);
  });

  test("have the defaults that it tells", () => {
    const { checkTimeoutMs, gateBudgetMs, graderTimeoutMs } = defaults.verify;
    expect(Object.fromEntries(times.map(([, name = "", seconds]) => [name, Number(seconds) * 1000]))).toEqual({
      checkTimeoutMs,
      gateBudgetMs,
      graderTimeoutMs,
    });
  });
});

test("docs/verification.md says that a weak command is a weak gate (R000-38)", () => {
  expect(sectionOf(page, "Known limits")).toContain("A weak command is a weak gate.");
});
