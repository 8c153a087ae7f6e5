import { beforeEach, describe, expect, test } from "vitest";
import { packageJson } from "./harness/block.ts";
import type { BegunDelegate, Project } from "./harness/project.ts";
import type { ModelRequest } from "./harness/scripted-model.ts";
import { call, hang, later, say, write } from "./harness/steps.ts";
import { threeTiers } from "./harness/tiers.ts";
import { useHost } from "./harness/use-host.ts";
import { busySessions, processesWith, until } from "./harness/waiting.ts";

const shared = useHost({ snapshots: false });

const prompt = "Write a.txt.";
const done = [write("a.txt", "x\n"), say("Written.")];
let mark = "";

beforeEach(() => {
  mark = `hold-${Math.random().toString(36).slice(2)}`;
});

function hangingCheck(options: Record<string, unknown> = {}): Project {
  const script = `node -e "require('fs').writeFileSync('started.txt', ''); setTimeout(() => {}, 600000)" ${mark}`;
  return shared.project({ ...options, files: { "package.json": packageJson({ test: script }) } });
}

async function abort(project: Project, { caller, turn }: BegunDelegate): Promise<void> {
  const asked = shared.host.model.requests.length;
  await project.client.session.abort({ path: { id: caller } });
  await turn;
  await until(async () => (await busySessions(project)).length === 0);
  // Whatever still went on would ask the model for more by now.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(shared.host.model.requests).toHaveLength(asked);
  expect(await busySessions(project)).toEqual([]);
}

describe("the user's abort stops everything at once, and nothing further is asked for", () => {
  test("while the producer works: its connection is closed", async () => {
    const project = shared.project();
    const begun = await project.beginDelegate([
      { prompt, acceptance: "check: fileExists path=a.txt", producers: [[hang()]] },
    ]);
    const requests = begun.conversations[0]?.requests ?? [];
    await until(() => requests.length === 1);
    await abort(project, begun);
    await until(() => requests[0]?.hungUp === true);
  });

  test("while a check runs: its processes are gone", async () => {
    const project = hangingCheck();
    const begun = await project.beginDelegate([{ prompt, acceptance: "check: testsPass", producers: [done] }]);
    await until(() => project.has("started.txt"));
    expect(processesWith(mark)).not.toEqual([]);
    await abort(project, begun);
    await until(() => processesWith(mark).length === 0);
  });

  test("while a grader judges: its connection is closed and its session is gone", async () => {
    const project = shared.project();
    const grader = shared.host.model.conversation("Judge whether the work", [hang()]);
    const begun = await project.beginDelegate([
      { prompt, acceptance: "criteria: The file holds an x.", producers: [done] },
    ]);
    await until(() => grader.requests.length === 1);
    await abort(project, begun);
    await until(() => grader.requests[0]?.hungUp === true);
    await until(async () => (await titlesBelow(project, begun.caller)).length === 1);
  });

  test("of the producer's own session: needs_review, and no other attempt", async () => {
    const project = shared.project();
    const begun = await project.beginDelegate([
      { prompt, acceptance: "check: fileExists path=a.txt", producers: [[hang()]] },
    ]);
    const requests = begun.conversations[0]?.requests ?? [];
    await until(() => requests.length === 1);
    const children = await project.client.session.children({ path: { id: begun.caller } });
    await project.client.session.abort({ path: { id: children.data?.[0]?.id ?? "" } });
    await begun.turn;
    const [result] = await begun.results();
    expect(result?.output).toMatch(/^\[dod-gate status: needs_review\] producer failed: its session was aborted/);
    expect(requests).toHaveLength(1);
  });
});

test("the end of the host's instance stops everything as well", async () => {
  const project = hangingCheck();
  const begun = await project.beginDelegate([
    { prompt, acceptance: "check: testsPass", producers: [done] },
    { prompt: "Hang.", acceptance: "check: testsPass", producers: [[hang()]] },
  ]);
  const hanging = begun.conversations[1]?.requests ?? [];
  await until(() => project.has("started.txt") && hanging.length === 1);
  const ended = begun.turn.catch(() => undefined);
  await project.client.instance.dispose();
  await until(() => processesWith(mark).length === 0 && hanging[0]?.hungUp === true);
  await ended;
});

describe("every time-box is a real cancellation (R002-51…56, R002-58)", () => {
  test("a hung grader: asked once more, then needs_review, and no session is left", async () => {
    const project = shared.project({ gate: { verify: { graderTimeoutMs: 800 } } });
    const grader = shared.host.model.conversation("Judge whether the work", [hang()]);
    const { output, caller, requests } = await project.viaDelegate({
      prompt,
      acceptance: "criteria: The file holds an x.",
      producers: [done],
    });
    expect(output).toMatch(/^\[dod-gate status: needs_review\] /);
    expect(output).toContain("did not answer within 800 ms");
    expect(output).toContain("Written.");
    expect(grader.requests.map(({ hungUp }) => hungUp)).toEqual([true, true]);
    // The work was not done again for that.
    expect(requests).toHaveLength(2);
    expect(await titlesBelow(project, caller)).toHaveLength(1);
    expect(await busySessions(project)).toEqual([]);
  });

  test("a hung check: failed, killed, and the next producer is told", async () => {
    const project = hangingCheck({ gate: { verify: { checkTimeoutMs: 700 } } });
    const { output, requests } = await project.viaDelegate({
      prompt,
      acceptance: "check: testsPass",
      producers: [done, [say("Nothing to do.")]],
    });
    expect(output).toMatch(/^\[dod-gate status: unmet\] /);
    expect(output).toContain("ran into its time limit of 700ms");
    expect(JSON.stringify(requests[2]?.messages)).toContain("ran into its time limit");
    expect(processesWith(mark)).toEqual([]);
  });

  test("the gate's budget during a check", async () => {
    const project = hangingCheck({ gate: { verify: { gateBudgetMs: 700 } } });
    const { output, metadata } = await project.viaDelegate({
      prompt,
      acceptance: "check: testsPass",
      producers: [done, [say("Nothing to do.")]],
    });
    expect(output).toMatch(/^\[dod-gate status: unmet\] /);
    expect(output).toContain("verification gate timed out after 700ms (verify.gateBudgetMs raises the limit)");
    expect(output).toContain("unverified, not passed: testsPass");
    expect(metadata).toMatchObject({ dodGate: { outcome: "fail", status: "unmet" } });
    expect(processesWith(mark)).toEqual([]);
  });

  test("the gate's budget during a grade", async () => {
    const project = shared.project({ gate: { verify: { gateBudgetMs: 700 } } });
    const grader = shared.host.model.conversation("Judge whether the work", [hang()]);
    const { output, caller } = await project.viaDelegate({
      prompt,
      acceptance: "criteria: The file holds an x.",
      producers: [done, [say("Nothing to do.")]],
    });
    expect(output).toMatch(/^\[dod-gate status: unmet\] /);
    expect(output).toContain("verification gate timed out after 700ms");
    expect(grader.requests.every(({ hungUp }) => hungUp)).toBe(true);
    expect(await titlesBelow(project, caller)).toHaveLength(2);
    expect(await busySessions(project)).toEqual([]);
  });
});

test("the expiry of one delegation's check ends no process of another's", async () => {
  const project = shared.project({
    gate: { verify: { checkTimeoutMs: 4000 } },
    files: {
      "hang.js": "setTimeout(() => {}, 600000);",
      "slow.js": 'setTimeout(() => require("node:fs").writeFileSync("finished.txt", ""), 2500);',
    },
  });
  const slowly = [later(2500, say("Now judge me."))];
  const [stuck, fine] = await project.viaDelegateAll([
    {
      prompt: "Hang.",
      acceptance: `check: run command="node hang.js ${mark}"`,
      producers: [[say("Done.")], [say("Done.")]],
    },
    { prompt, acceptance: 'check: run command="node slow.js"', producers: [slowly] },
  ]);
  expect(stuck?.output).toMatch(/^\[dod-gate status: unmet\]/);
  expect(stuck?.output).toContain("ran into its time limit of 4s");
  expect(fine?.output).toContain("[dod-gate ✓ accepted");
  expect(project.has("finished.txt")).toBe(true);
  expect(processesWith(mark)).toEqual([]);
});

test("the expiry of one delegation's grader ends no grader of another's (R002-56)", async () => {
  const project = shared.project({ gate: { verify: { graderTimeoutMs: 4000 } } });
  const accept = later(2500, say('{"pass":true,"reasons":["a.txt:1 holds an x"]}'));
  const answers = (request: ModelRequest) => request.body.includes("Hang on this one.");
  const grader = shared.host.model.conversation("Judge whether the work", [
    (request) => (answers(request) ? hang() : call("read", { filePath: "a.txt" })),
    accept,
  ]);
  const [stuck, fine] = await project.viaDelegateAll([
    { prompt: "Hang.", acceptance: "criteria: Hang on this one.", producers: [[say("Done.")]] },
    {
      prompt,
      acceptance: "criteria: a.txt holds an x.",
      producers: [[write("a.txt", "x"), later(2500, say("Written."))]],
    },
  ]);
  expect(stuck?.output).toContain("did not answer within 4000 ms");
  expect(fine?.output).toContain("[dod-gate ✓ accepted: checker]");
  expect(grader.requests.filter(({ hungUp }) => hungUp).every(answers)).toBe(true);
});

test("the call shows which attempt, tier and phase it is in, and whose session to open", async () => {
  const project = hangingCheck({ gate: { ...threeTiers, verify: { checkTimeoutMs: 1500 } } });
  const begun = await project.beginDelegate([{ prompt, acceptance: "check: testsPass", producers: [done, [hang()]] }]);
  const shown = async () => (await project.toolParts(begun.caller, "delegate"))[0]?.state;
  await until(() => project.has("started.txt"));
  expect(await shown()).toMatchObject({
    status: "running",
    title: "attempt 1/3 · fast · checking testsPass",
    metadata: { sessionId: expect.stringMatching(/^ses_/), progress: { attempt: 1, most: 3, phase: "checking" } },
  });
  await until(() => begun.conversations[0]?.sessions.length === 2);
  expect(await shown()).toMatchObject({
    title: "attempt 2/3 · medium · producing",
    metadata: { sessionId: expect.stringMatching(/^ses_/), progress: { attempt: 2, tier: "medium" } },
  });
  await abort(project, begun);
  expect((await shown())?.status).not.toBe("running");
});

async function titlesBelow(project: Project, caller: string): Promise<string[]> {
  const children = await project.client.session.children({ path: { id: caller } });
  return (children.data ?? []).map((session) => session.title);
}
