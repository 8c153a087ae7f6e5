import { describe, expect, test } from "vitest";
import { packageJson } from "./harness/block.ts";
import { cut, fail, hang, later, type ScriptStep, say, unfinished, write } from "./harness/steps.ts";
import { threeTiers } from "./harness/tiers.ts";
import { useHost } from "./harness/use-host.ts";
import { busySessions } from "./harness/waiting.ts";

const shared = useHost({ snapshots: false });

const prompt = "Write a.txt.";
const acceptance = "check: fileExists path=a.txt";
const done = [write("a.txt", "x"), say("Written.")];

describe("a producer that runs into its ceiling has failed that attempt (R002-50, R002-55, R002-57)", () => {
  test("one that never answers: its connection is closed, nothing is left running, the next tier is tried", async () => {
    const project = shared.project({ gate: { ...threeTiers, verify: { delegateTimeoutMs: 6000 } } });
    const { output, requests, metadata } = await project.viaDelegate({
      prompt,
      acceptance,
      producers: [[hang()], done],
    });
    expect(output).toContain("[dod-gate ✓ accepted");
    expect(requests.map(({ model, hungUp }) => [model, hungUp])).toEqual([
      ["fast", true],
      ["medium", false],
      ["medium", false],
    ]);
    const [first] = (metadata["dodGate"] as { attempts: { verdict: { reasons: string[] } }[] }).attempts;
    expect(first?.verdict.reasons).toEqual([
      expect.stringMatching(/^producer failed: it did not finish within 6000ms/),
    ]);
    expect(await busySessions(project)).toEqual([]);
  });

  test("on every tier: unmet, the gate is not opened, and the checks are named as unverified", async () => {
    const project = shared.project({ gate: { ...threeTiers, verify: { delegateTimeoutMs: 700 } } });
    const started = Date.now();
    const { output, requests } = await project.viaDelegate({
      prompt,
      acceptance,
      producers: [[hang()], [write("a.txt", "x"), hang()], [unfinished(), ...Array<ScriptStep>(20).fill(unfinished())]],
    });
    expect(Date.now() - started).toBeLessThan(3 * 700 + 6_000);
    expect(output).toMatch(/^\[dod-gate status: unmet\] not accepted after 3 attempts/);
    expect(output.match(/producer failed: it did not finish within 700ms/g)).toHaveLength(3);
    expect(output).toContain("unverified, not passed: fileExists: a.txt");
    expect(requests.at(-1)?.model).toBe("heavy");
    expect(await busySessions(project)).toEqual([]);
  });

  test("two side by side: the end of one touches nothing of the other's", async () => {
    const project = shared.project({ gate: { verify: { delegateTimeoutMs: 8000 } } });
    const [stuck, fine] = await project.viaDelegateAll([
      { prompt: "Hang here.", acceptance, producers: [[hang()], [hang()]] },
      { prompt, acceptance, producers: [[write("a.txt", "x"), later(1500, say("Slowly written."))]] },
    ]);
    expect(stuck?.output).toMatch(/^\[dod-gate status: unmet\]/);
    expect(fine?.output).toMatch(/^Slowly written\.\n\n\[dod-gate ✓ accepted/);
    expect(fine?.requests.some(({ hungUp }) => hungUp)).toBe(false);
  });
});

describe("what the provider or the host does is no failure of the work: needs_review, and no higher tier (R004-8…10)", () => {
  const needsReview = async (producers: ScriptStep[][], gate: Record<string, unknown> = {}) => {
    const project = shared.project({ gate: { ...threeTiers, ...gate } });
    const started = Date.now();
    const result = await project.viaDelegate({ prompt, acceptance, producers });
    expect(result.output).toMatch(/^\[dod-gate status: needs_review\] producer failed: /);
    expect(result.output).toContain("unverified, not passed: fileExists: a.txt");
    expect(result.output).toContain("Needs your decision");
    expect(result.metadata).toMatchObject({ dodGate: { outcome: "error", pass: false, status: "needs_review" } });
    expect(new Set(result.requests.map(({ model }) => model))).toEqual(new Set(["fast"]));
    expect(await busySessions(project)).toEqual([]);
    return { ...result, took: Date.now() - started };
  };

  test("401: once, at once", async () => {
    const { requests, output, took } = await needsReview([[fail(401, "no such key")]]);
    expect(requests).toHaveLength(1);
    expect(output).toContain("producer failed: no such key");
    expect(took).toBeLessThan(8_000);
  });

  test("429 with a retry-after of a day is not waited for", async () => {
    const { requests, output, took } = await needsReview([[fail(429, "slow down", { "retry-after": "86400" })]]);
    expect(requests).toHaveLength(1);
    expect(output).toMatch(/the provider is to be asked again at \d{4}-/);
    expect(took).toBeLessThan(8_000);
  });

  test("429 with a short retry-after is waited for", async () => {
    const project = shared.project({ gate: threeTiers });
    const { output } = await project.viaDelegate({
      prompt,
      acceptance,
      producers: [[fail(429, "slow down", { "retry-after-ms": "300" }), ...done]],
    });
    expect(output).toContain("[dod-gate ✓ accepted");
    expect(output).toContain("1 attempt ·");
  });

  test("500s that outlast the producer's ceiling", async () => {
    const { took } = await needsReview([Array<ScriptStep>(10).fill(fail(500, "we are down"))], {
      verify: { delegateTimeoutMs: 3500 },
    });
    expect(took).toBeLessThan(10_000);
  });

  test("a stream that is cut again and again", async () => {
    const { took } = await needsReview([Array<ScriptStep>(10).fill(cut())], { verify: { delegateTimeoutMs: 3500 } });
    expect(took).toBeLessThan(10_000);
  });

  test("a model that the host doesn't know: the exact message", async () => {
    const project = shared.project({
      gate: {
        activePreset: "mine",
        presets: { mine: { ...threeTiers.presets.mine, fast: { model: "scripted/nowhere" } } },
      },
    });
    const { output, requests } = await project.viaDelegate({ prompt, acceptance, producers: [] });
    expect(output).toMatch(/^\[dod-gate status: needs_review\] producer failed: Model not found: scripted\/nowhere/);
    expect(requests).toHaveLength(0);
  });

  test("an answer that is cut off at the model's limit is no answer", async () => {
    const { output } = await needsReview([[say("I was going to", "length")], [say("I was going to", "length")]]);
    expect(output).toContain("cut off at the model's output limit");
  });
});

describe("a check's tool that is missing is tried no second time", () => {
  test("needs_review with the blocker, and the producer's text", async () => {
    const project = shared.project({ gate: threeTiers, files: { "package.json": packageJson({}) } });
    const { output, requests } = await project.viaDelegate({
      prompt,
      acceptance: `${acceptance}\ncheck: run command="jest"`,
      producers: [done],
    });
    expect(output).toMatch(/^\[dod-gate status: needs_review\] /);
    expect(output).toContain('"jest" is not installed here');
    expect(output).toContain("Written.");
    expect(requests).toHaveLength(2);
  });
});
