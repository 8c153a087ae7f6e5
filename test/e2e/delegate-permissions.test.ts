import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import type { DelegatedWork, Project } from "./harness/project.ts";
import { bash, call, delegate, type ScriptStep, say, task, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";

const shared = useHost({ snapshots: false });

const prompt = "Do it.";
const acceptance = "check: fileExists path=.gitkeep";
const done: ScriptStep[] = [say("Done.")];

/** Agents whose permissions are given. */
const agent = (permission: unknown) => ({ config: { agent: { careful: { mode: "primary", permission } } } });
const as = { agent: "careful" };

async function toolsOf(project: Project, caller = {}): Promise<string[]> {
  const { requests } = await project.viaDelegate({ prompt, acceptance, producers: [done] }, caller);
  return (requests[0]?.tools ?? []).map((tool) => tool.function.name);
}

describe("a producer may do nothing that its caller may not (attack 20)", () => {
  test("a caller that may not edit has no producer that edits", async () => {
    const project = shared.project(agent({ edit: "deny" }));
    const { output, requests } = await project.viaDelegate(
      {
        prompt,
        acceptance: "check: fileExists path=a.txt",
        producers: [[write("a.txt", "x"), say("Written.")], [say("No.")]],
      },
      as,
    );
    expect(project.has("a.txt")).toBe(false);
    expect(requests[0]?.tools.map((tool) => tool.function.name)).not.toContain("write");
    expect(output).toMatch(/^\[dod-gate status: unmet\]/);
  });

  test("a caller that may not run commands has no producer and no check that does", async () => {
    const project = shared.project({
      ...agent({ bash: "deny" }),
      files: { "package.json": packageJson({ test: "node -e \"require('fs').writeFileSync('ran.txt', '')\"" }) },
    });
    const { output } = await project.viaDelegate(
      { prompt, acceptance: "check: testsPass", producers: [[bash("touch ran.txt"), say("Ran.")]] },
      as,
    );
    expect(project.has("ran.txt")).toBe(false);
    expect(output).toMatch(/^\[dod-gate status: needs_review\]/);
    expect(output).toContain('permission denies "npm test"');
  });

  test("a command that its caller may not run, among others that it may", async () => {
    const project = shared.project(agent({ bash: { "*": "allow", "touch *": "deny" } }));
    await project.viaDelegate({ prompt, acceptance, producers: [[bash("touch ran.txt"), bash("ls"), ...done]] }, as);
    expect(project.has("ran.txt")).toBe(false);
  });

  test("a caller that may not leave the directory has no producer, check or grader that does", async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-outside-")));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    writeFileSync(join(outside, "secret.txt"), "the launch code");
    const project = shared.project(agent({ external_directory: "deny" }));
    const { requests } = await project.viaDelegate(
      { prompt, acceptance, producers: [[call("read", { filePath: join(outside, "secret.txt") }), ...done]] },
      as,
    );
    expect(JSON.stringify(requests)).not.toContain("the launch code");
    const check = await project.viaDelegate(
      { prompt, acceptance: `check: fileContains path=${join(outside, "secret.txt")} text=launch`, producers: [done] },
      as,
    );
    expect(check.output).toMatch(/^\[dod-gate status: needs_review\]/);
    const cwd = await project.viaDelegate(
      { prompt, acceptance: "criteria: It launches.", cwd: outside, producers: [] },
      as,
    );
    expect(cwd.failed).toBe(true);
    expect(cwd.output).toContain("prevents you from using this specific tool call");
    expect(cwd.requests).toEqual([]);
  });

  test("a caller that may only read and delegate", async () => {
    const project = shared.project(agent({ "*": "deny", read: "allow", task: "allow", delegate: "allow" }));
    expect(await toolsOf(project, as)).toEqual(["read"]);
  });

  test("the denials of the caller's session count as its agent's do", async () => {
    const project = shared.project();
    const session = { permission: [{ permission: "bash", pattern: "*", action: "deny" }] };
    expect(await toolsOf(project, { session })).not.toContain("bash");
    expect(await toolsOf(project)).toContain("bash");
  });

  test("a producer neither delegates nor keeps todos, as the host's own subagents", async () => {
    const tools = await toolsOf(shared.project());
    for (const tool of ["task", "delegate", "todowrite"]) expect(tools).not.toContain(tool);
  });

  test("what the caller has to ask for before a command, a check asks for: yes runs it, no leaves it unverified", async () => {
    const script = "node -e \"require('fs').writeFileSync('ran.txt', '')\"";
    const project = shared.project({
      ...agent({ bash: "ask" }),
      files: { "package.json": packageJson({ test: script }) },
    });
    const refused = await answering(project, "reject");
    expect(refused?.output).toMatch(/^\[dod-gate status: needs_review\]/);
    expect(project.has("ran.txt")).toBe(false);
    const allowed = await answering(project, "once");
    expect(allowed?.output).toContain("[dod-gate ✓ accepted");
    expect(project.has("ran.txt")).toBe(true);
  });

  test("what the caller has to ask for, its producer asks for; a no ends it, and nothing is tried again", async () => {
    const project = shared.project(agent({ bash: "ask" }));
    const work = { prompt, acceptance, producers: [[bash("touch ran.txt")]] };
    const refused = await answering(project, "reject", work);
    expect(refused?.output).toMatch(
      /^\[dod-gate status: needs_review\] producer failed: the user refused it a permission/,
    );
    expect(refused?.requests).toHaveLength(1);
    expect(project.has("ran.txt")).toBe(false);
  });
});

/** Has a delegation go on until the user is asked something, and answers that. */
async function answering(
  project: Project,
  response: "once" | "reject",
  work: DelegatedWork = { prompt, acceptance: "check: testsPass", producers: [done] },
) {
  const begun = await project.beginDelegate([work], as);
  const events = await project.client.event.subscribe();
  for await (const event of events.stream) {
    if ((event.type as string) !== "permission.asked") continue;
    const { id, sessionID } = event.properties as { id: string; sessionID: string };
    await project.client.postSessionIdPermissionsPermissionId({
      path: { id: sessionID, permissionID: id },
      body: { response },
    });
    break;
  }
  await begun.turn;
  return (await begun.results())[0];
}

describe("who may delegate", () => {
  test("`task: deny` dispatches nothing", async () => {
    const project = shared.project(agent({ task: "deny" }));
    const { output, failed, requests, caller } = await project.viaDelegate({ prompt, acceptance, producers: [] }, as);
    expect(failed).toBe(true);
    expect(output).toContain("prevents you from using this specific tool call");
    expect(requests).toEqual([]);
    expect((await project.client.session.children({ path: { id: caller } })).data).toEqual([]);
  });

  test("a user who says no ends the caller's turn, as with the host's own tools, and nothing is dispatched", async () => {
    const project = shared.project(agent({ task: "ask" }));
    const refused = await answering(project, "reject", { prompt, acceptance, producers: [] });
    expect(refused?.failed).toBe(true);
    expect(refused?.requests).toEqual([]);
    expect(shared.host.model.requests).toHaveLength(1);
  });

  test("a denial of one agent holds for that agent", async () => {
    const project = shared.project(agent({ task: { "*": "allow", explore: "deny" } }));
    const denied = await project.viaDelegate({ prompt, acceptance, agent: "explore", producers: [] }, as);
    expect(denied.failed).toBe(true);
    const { output } = await project.viaDelegate({ prompt, acceptance, producers: [done] }, as);
    expect(output).toContain("[dod-gate ✓ accepted");
  });

  test("a subagent may not, unless the host's depth and its own agent allow it", async () => {
    const nested = { agent: { nester: { mode: "subagent", permission: { task: "allow" } } } };
    for (const [depth, offered] of [
      [1, false],
      [2, true],
    ] as const) {
      const project = shared.project({ config: { ...nested, subagent_depth: depth } });
      const { requests } = await project.viaDelegate({ prompt, acceptance, agent: "nester", producers: [done] });
      const tools = (requests[0]?.tools ?? []).map((tool) => tool.function.name);
      expect([tools.includes("task"), tools.includes("delegate")]).toEqual([offered, offered]);
    }
  });

  test("beyond the host's depth it says so and spends nothing", async () => {
    const project = shared.project({
      config: { agent: { nester: { mode: "subagent", permission: { task: "allow" } } } },
    });
    const inner = shared.host.model.conversation("Nest.", [delegate({ prompt: "Deeper." }), say("Could not.")]);
    shared.host.model.conversation("Begin.", [task({ prompt: "Nest.", subagent_type: "nester" }), say("Read.")]);
    const caller = await project.session();
    await project.prompt(caller, "Begin.");
    const [part] = await project.toolParts(inner.sessions[0] ?? "", "delegate");
    expect(part?.state).toMatchObject({ status: "error", error: expect.stringContaining("depth limit reached (1)") });
  });
});

describe("a call that can't be used is answered at once, and nothing is spent (R004-23, R004-24)", () => {
  const refused: [string, Record<string, unknown>, ...(string | RegExp)[]][] = [
    ["no prompt", {}, "prompt is missing"],
    ["a prompt of spaces", { prompt: "  \n" }, "prompt is missing"],
    ["arguments of other types", { prompt: 7, cwd: ["a"] }, "prompt must be text", "cwd must be text"],
    ["a misspelt argument", { prompt, acceptence: acceptance }, 'did you mean "acceptance"?'],
    ["an unknown tier", { prompt, tier: "huge" }, 'unknown tier "huge"; there are fast, medium, heavy'],
    ["an unknown agent", { prompt, agent: "nobody" }, /unknown agent "nobody"; there are .*general/],
    ["the grader", { prompt, agent: "dod-grader" }, "can't be given any"],
    ["the host's own agents", { prompt, agent: "title" }, 'unknown agent "title"'],
    ["a cwd that isn't there", { prompt, cwd: "nowhere" }, /cwd is no directory: .*nowhere/],
    ["a cwd that is a file", { prompt, cwd: ".gitkeep" }, /cwd is no directory/],
    ["a malformed block", { prompt: promptWith(prompt, "check: tetsPass") }, /prompt 4:8 .*did you mean "testsPass"/],
    ["an acceptance with nothing in it", { prompt, acceptance: "" }, "acceptance 1:1 neither a check nor a criterion"],
    ["an acceptance that is prose", { prompt, acceptance: "It should work." }, /acceptance \d/],
    ["a command that the policy refuses", { prompt, acceptance: 'check: run command="rm -rf x"' }, /acceptance 1:1 /],
    [
      "all of it at once",
      { tier: "huge", agent: "nobody", cwd: "nowhere", acceptance: "check: tetsPass", plan: 3 },
      "Not started, nothing was spent: 6 problems",
    ],
  ];
  test.each(refused)("%s", async (_, args, ...messages) => {
    const project = shared.project();
    const request = `Please delegate badly (${Math.random()}).`;
    shared.host.model.conversation(request, [call("delegate", args), say("I see.")]);
    const caller = await project.session();
    await project.prompt(caller, request);
    const [part] = await project.toolParts(caller, "delegate");
    const state = part?.state;
    if (state?.status !== "error") throw new Error(`it was ${state?.status}`);
    for (const message of messages) expect(state.error).toMatch(message);
    expect(state.time.end - state.time.start).toBeLessThan(2_000);
    expect(shared.host.model.requests).toHaveLength(2);
    expect((await project.client.session.children({ path: { id: caller } })).data).toEqual([]);
  });

  test("optional arguments that are empty or null are left out", async () => {
    const project = shared.project();
    shared.host.model.conversation(prompt, done);
    shared.host.model.conversation("Please.", [
      call("delegate", { prompt, acceptance, tier: "", agent: null, cwd: "", description: null }),
      say("Good."),
    ]);
    const caller = await project.session();
    await project.prompt(caller, "Please.");
    const [part] = await project.toolParts(caller, "delegate");
    expect(part?.state).toMatchObject({ status: "completed", output: expect.stringContaining("✓ accepted") });
  });

  test("a broken configuration of the gate is reported before anything is spent", async () => {
    const project = shared.project({ gate: { verify: { gateBudgetMs: 0 } } });
    const { output, requests } = await project.viaDelegate({ prompt, acceptance, producers: [] });
    expect(output).toMatch(/^\[dod-gate status: needs_review\] the gate's configuration can't be used/);
    expect(output).toContain("gateBudgetMs");
    expect(requests).toEqual([]);
  });
});

describe("cwd says where checks and graders work (R002-59…64)", () => {
  const files = {
    "package.json": packageJson({ test: "exit 1" }),
    "pkgs/a/package.json": packageJson({ test: "exit 0" }),
    "pkgs/a/inner.txt": "inside\n",
  };

  test("relative: checks run there and the producer stays", async () => {
    const project = shared.project({ files });
    const { output, requests } = await project.viaDelegate({
      prompt,
      cwd: "pkgs/a",
      acceptance: "check: testsPass\ncheck: fileExists path=inner.txt\ncheck: fileExists path=own.txt",
      producers: [
        [write("own.txt", ""), say("Wrote own.txt.")],
        [write("pkgs/a/own.txt", ""), say("Wrote it there.")],
      ],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 3 checks passed");
    expect(JSON.stringify(requests[2]?.messages)).toContain(`file not found in ${project.path("pkgs/a")}: own.txt`);
    expect(project.has("own.txt")).toBe(true);
  });

  test("absolute: as it is; without one, the project's directory", async () => {
    const project = shared.project({ files });
    const check = { prompt, acceptance: "check: fileExists path=inner.txt" };
    const there = await project.viaDelegate({ ...check, cwd: project.path("pkgs/a"), producers: [done] });
    expect(there.output).toContain("[dod-gate ✓ accepted");
    const here = await project.viaDelegate({ ...check, producers: [done, done] });
    expect(here.output).toContain(`file not found in ${project.dir}: inner.txt`);
  });

  test("with or without one, the producer is asked the same, word for word (R002-62, R002-64)", async () => {
    const project = shared.project({ files });
    const work = { prompt, acceptance: "check: fileExists path=package.json", producers: [done] };
    const without = await project.viaDelegate(work);
    const within = await project.viaDelegate({ ...work, cwd: "pkgs/a" });
    expect(without.requests[0]?.messages).toEqual(within.requests[0]?.messages);
    expect(JSON.stringify(without.requests[0]?.messages)).toContain(prompt);
  });

  test("an absolute path in a check is itself, and the message says so", async () => {
    const project = shared.project({ files });
    const missing = project.path("missing.txt");
    const { output } = await project.viaDelegate({
      prompt,
      cwd: "pkgs/a",
      acceptance: `check: fileExists path=${missing}`,
      producers: [done, done],
    });
    expect(output).toContain(`file not found: ${missing}`);
  });

  test("a grader reads there", async () => {
    const project = shared.project({ files });
    const grader = shared.host.model.conversation("Judge whether the work", [
      call("read", { filePath: "inner.txt" }),
      say('{"pass":true,"reasons":["inner.txt:1 says inside"]}'),
    ]);
    const { output } = await project.viaDelegate({
      prompt,
      cwd: "pkgs/a",
      acceptance: "criteria: inner.txt says inside.",
      producers: [done],
    });
    expect(JSON.stringify(grader.requests.at(-1)?.messages)).toContain("1: inside");
    expect(output).toContain("[dod-gate ✓ accepted: checker] 1 criterion met");
  });

  test("a grader reads in another project, where the caller may go", async () => {
    const outside = shared.project({ files: { "other.txt": "elsewhere\n" } });
    const project = shared.project(agent({ external_directory: "allow" }));
    const grader = shared.host.model.conversation("Judge whether the work", [
      call("read", { filePath: "other.txt" }),
      say('{"pass":true,"reasons":["other.txt:1 says elsewhere"]}'),
    ]);
    const { output, caller } = await project.viaDelegate(
      { prompt, cwd: outside.dir, acceptance: "criteria: other.txt says elsewhere.", producers: [done] },
      as,
    );
    expect(JSON.stringify(grader.requests.at(-1)?.messages)).toContain("1: elsewhere");
    expect(grader.requests[0]?.system).toMatch(/^You are an independent grader/);
    expect(output).toContain("[dod-gate ✓ accepted: checker] 1 criterion met");
    expect((await project.client.session.children({ path: { id: caller } })).data).toHaveLength(1);
  });

  test("a directory outside of the project, where the caller may go", async () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-outside-")));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    mkdirSync(join(outside, "there"));
    const project = shared.project(agent({ external_directory: "allow" }));
    const { output } = await project.viaDelegate(
      { prompt, cwd: outside, acceptance: "check: fileExists path=there", producers: [done] },
      as,
    );
    expect(output).toContain("[dod-gate ✓ accepted");
  });
});
