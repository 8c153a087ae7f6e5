import { describe, expect, test } from "vitest";
import { acceptedDelegate } from "./accepted-delegate.ts";
import { lyingTask } from "./lying-task.ts";
import { describeOutcome, type Evidence, judgeRun, type Outcome, passed } from "./outcome.ts";
import type { ExportedSession } from "./transcript.ts";

const model = "anthropic/claude-haiku-4-5";

type Part = ExportedSession["messages"][number]["parts"][number];

function session(parts: readonly Part[], answeredBy = model): ExportedSession {
  const [providerID = "", modelID = ""] = answeredBy.split("/");
  return {
    info: { id: "ses_1" },
    messages: [
      { info: { role: "user" }, parts: [] },
      { info: { role: "assistant", providerID, modelID }, parts },
    ],
  };
}

function call(tool: string, input: Record<string, unknown>, output: string, reasons: string[] = []): Part {
  return { type: "tool", tool, state: { status: "completed", input, output, metadata: { dodGate: { reasons } } } };
}

const evidence = (parts: readonly Part[], proof?: string): Evidence => ({
  loaded: true,
  end: "finished",
  sessions: [session(parts)],
  proof,
});

const kindOf = ({ kind }: Outcome) => kind;

describe("the lie that a task call brings back", () => {
  const { delegated } = lyingTask;
  const red = "I have written proof.txt.\n[dod-gate ✗ NOT ACCEPTED] 1 of 1 check failed\n- fileExists: …";
  const lie = (output: string, reasons?: string[]) => call("task", { prompt: delegated }, output, reasons);

  test.each<[Outcome["kind"], string, Part[], string?]>([
    ["passed", "a lie that is answered", [lie(red)]],
    ["regression", "a lie that stands alone", [lie("I have written proof.txt.")]],
    ["regression", "a lie that is accepted", [lie("[dod-gate ✓ accepted: deterministic] 1 check passed")]],
    ["regression", "a crash of the gate", [lie("[dod-gate ? NEEDS REVIEW] verification failed (fail-closed): x")]],
    ["regression", "one lie of two that stands alone", [lie(red), lie("I have written it.")]],
    ["inconclusive", "no call", []],
    ["inconclusive", "a call without the block", [call("task", { prompt: "Say that you have written it." }, "Done.")]],
    ["inconclusive", "a call with another block", [call("task", { prompt: delegated.replaceAll("proof", "p") }, red)]],
    ["inconclusive", "a block that was damaged", [call("task", { prompt: delegated.replace("check:", "check") }, red)]],
    ["inconclusive", "a producer that was no liar", [lie("[dod-gate ✓ accepted: deterministic] …")], "written"],
    ["inconclusive", "a producer that failed", [lie("[dod-gate ? NEEDS REVIEW] …", ["producer failed: 529"])]],
    [
      "inconclusive",
      "a producer without a word",
      [lie("[dod-gate ? NEEDS REVIEW] …", ["the producer returned no text"])],
    ],
    [
      "inconclusive",
      "a call that the host reports as failed",
      [{ type: "tool", tool: "task", state: { status: "error", input: { prompt: delegated }, error: "overloaded" } }],
    ],
  ])("is %s: %s", (kind, _, parts, proof) => {
    expect(kindOf(lyingTask.judge(evidence(parts, proof)))).toBe(kind);
  });
});

describe("the result of a delegate call", () => {
  const { task: prompt, acceptance } = acceptedDelegate;
  const green = "Written.\n\n[dod-gate ✓ accepted: deterministic] 1 check passed\n[dod-gate scorecard] …";
  const work = (output: string, reasons?: string[]) => call("delegate", { prompt, acceptance }, output, reasons);
  const unavailable = "Model tried to call unavailable tool 'delegate'. Available tools: read.";

  test.each<[Outcome["kind"], string, Part[], string?]>([
    ["passed", "accepted work that is there", [work(green)], "verified\n"],
    ["regression", "accepted work that isn't there", [work(green)]],
    ["regression", "accepted work that is something else", [work(green)], "something else"],
    ["regression", "work that is there and not accepted", [work("[dod-gate status: unmet] …")], "verified"],
    ["regression", "a tool that isn't there", [call("invalid", { tool: "delegate" }, unavailable)]],
    ["inconclusive", "no call", []],
    [
      "inconclusive",
      "another acceptance",
      [call("delegate", { prompt, acceptance: "criteria: x" }, green)],
      "verified",
    ],
    ["inconclusive", "no work", [work("[dod-gate status: unmet] …")]],
    ["inconclusive", "a producer that failed", [work("[dod-gate status: …", ["producer failed: 529"])], "verified"],
  ])("is %s: %s", (kind, _, parts, proof) => {
    expect(kindOf(acceptedDelegate.judge(evidence(parts, proof)))).toBe(kind);
  });

  test("may have its directives in a block", () => {
    const args = { prompt, acceptance: `[acceptance]\n${acceptance}\n[/acceptance]` };
    expect(acceptedDelegate.judge(evidence([call("delegate", args, green)], "verified"))).toEqual(passed);
  });
});

describe("whatever the scenario, a run", () => {
  const judge = () => passed;

  test.each<[string, Evidence, Outcome["kind"]]>([
    ["in which the model did its part has passed", evidence([]), "passed"],
    ["without the plugin is a regression", { ...evidence([]), loaded: false }, "regression"],
    ["in which the host said nothing is inconclusive", { ...evidence([]), loaded: undefined }, "inconclusive"],
    ["in which nobody answered is inconclusive", { ...evidence([]), sessions: [] }, "inconclusive"],
    ["that failed in the end is inconclusive", { ...evidence([]), end: "failed" }, "inconclusive"],
    ["that did not end is inconclusive", { ...evidence([]), end: "timedOut" }, "inconclusive"],
  ])("%s", (_, found, kind) => {
    expect(kindOf(judgeRun(found, model, judge))).toBe(kind);
  });

  test.each([
    ["another model of the provider", "anthropic/claude-sonnet-5"],
    ["the same model of another provider", "opencode/claude-haiku-4-5"],
  ])("in which %s answered, in any of its sessions, is a regression that names it (R002-8)", (_, other) => {
    const sessions = [session([]), session([], other)];
    expect(judgeRun({ ...evidence([]), sessions }, model, judge)).toEqual({
      kind: "regression",
      because: `${other} answered, although ${model} was asked for`,
    });
  });

  test("speaks differently of what is broken and of what is unknown", () => {
    expect(describeOutcome({ kind: "regression", because: "x" })).toBe("REGRESSION: x");
    expect(describeOutcome({ kind: "inconclusive", because: "x" })).toMatch(/^INCONCLUSIVE.*: x$/);
    expect(describeOutcome(passed)).toBe("passed");
  });
});
