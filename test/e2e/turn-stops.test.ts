import { beforeEach, describe, expect, test, vi } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { builtPlugin } from "./harness/host.ts";
import type { Project } from "./harness/project.ts";
import { textOf } from "./harness/scripted-model.ts";
import { bash, call, fail, hang, later, say, task, write } from "./harness/steps.ts";
import { awaitMessages, pluginMessages, settle } from "./harness/turn.ts";
import { useHost } from "./harness/use-host.ts";
import { processesWith, until } from "./harness/waiting.ts";

// A turn is several of the host's own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const shared = useHost({ plugins: [builtPlugin, `${builtPlugin}?again`] });

let mark = "";
const prompt = promptWith("Write a.txt.", "check: testsPass", "check: fileExists path=a.txt changed=true");

beforeEach(() => {
  mark = `hold-${Math.random().toString(36).slice(2)}`;
});

/** A project whose test script runs until it is killed. */
function held(): Project {
  const script = `node -e "require('fs').writeFileSync('started.txt', ''); setTimeout(() => {}, 600000)" ${mark}`;
  return shared.project({ files: { "package.json": packageJson({ test: script }) } });
}

const quick = { "package.json": packageJson({ test: "node -e 0" }) };

/** Sends the prompt to a new session, and waits until its check runs. */
async function untilJudged(project: Project): Promise<string> {
  const session = await project.session();
  await project.prompt(session, prompt);
  await until(() => project.has("started.txt"));
  return session;
}

function send(project: Project, session: string, text: string) {
  return project.client.session.promptAsync({ path: { id: session }, body: { parts: [{ type: "text", text }] } });
}

describe("what ends a turn leaves no verdict on other work, and nothing running", () => {
  test("a user's message during the check: the check is killed, the agent answers the message, the old block is unverified", async () => {
    const project = held();
    shared.host.model.conversation(prompt, [write("a.txt", ""), say("Written."), say("Hello.")]);
    const session = await untilJudged(project);
    await project.prompt(session, "Hello?", { system: "Be brief." });
    await until(() => processesWith(mark).length === 0);
    const [note] = await awaitMessages(project, session, 1);
    expect(note?.shown).toMatch(/^\[dod-gate \? NEEDS REVIEW\] not judged: another message came before the verdict/);
    expect(note?.told).toBe("");
    expect(note?.record).toMatchObject({ status: "needs_review", pass: false });
    await settle(project);
    expect(await pluginMessages(project, session)).toHaveLength(1);
    const last = shared.host.model.requests.at(-1);
    expect(shared.host.model.requests).toHaveLength(3);
    expect(last?.system).toContain("Be brief.");
    expect(last?.messages.map(textOf).join("\n")).not.toContain("[dod-gate");
  });

  test("a message with another block during the check: only the new block is judged", async () => {
    const project = held();
    const next = promptWith("Write b.txt.", "check: fileExists path=b.txt changed=true");
    shared.host.model.conversation(prompt, [
      write("a.txt", ""),
      say("Written."),
      write("b.txt", ""),
      say("Written too."),
    ]);
    const session = await untilJudged(project);
    await project.prompt(session, next);
    const [left, judged] = await awaitMessages(project, session, 2);
    expect(left?.record).toMatchObject({ status: "needs_review" });
    expect(judged?.shown).toBe("[dod-gate ✓ accepted: deterministic] 1 check passed");
    await settle(project);
    expect(shared.host.model.requests).toHaveLength(4);
  });

  test("a user's message while the agent corrects its work: it is not sent back again", async () => {
    const project = shared.project({ files: quick, gate: { turn: { fixCycles: 5 } } });
    shared.host.model.conversation(prompt, [say("Written."), later(1500, say("Written, I say.")), say("Hello.")]);
    const session = await project.session();
    await project.prompt(session, prompt);
    await until(() => shared.host.model.requests.length === 2);
    await project.prompt(session, "Hello?");
    const [, note] = await awaitMessages(project, session, 2);
    expect(note?.shown).toMatch(/^\[dod-gate status: unmet\] the work was not accepted, and another message came/);
    await settle(project, 1500);
    expect(shared.host.model.requests).toHaveLength(3);
    expect(await pluginMessages(project, session)).toHaveLength(2);
  });

  test("an abort while the agent works: silence, and the record of the message says so", async () => {
    const project = shared.project({ files: quick });
    shared.host.model.conversation(prompt, [hang()]);
    const session = await project.session();
    await send(project, session, prompt);
    await until(() => shared.host.model.requests.length === 1);
    await project.client.session.abort({ path: { id: session } });
    const marks = async () =>
      (await project.parts(session)).flatMap((part) => (part.type === "text" ? [part.metadata?.["dodGate"]] : []));
    await until(async () => JSON.stringify(await marks()).includes("aborted"));
    expect(await marks()).toEqual([{ version: 1, wiring: "turn", status: "not_judged", because: "aborted" }]);
    await settle(project);
    expect(await pluginMessages(project, session)).toEqual([]);
    expect(shared.host.model.requests).toHaveLength(1);
  });

  test("an abort while the host waits for its provider", async () => {
    const project = shared.project({ files: quick });
    shared.host.model.conversation(prompt, [fail(503), fail(503), fail(503)]);
    const session = await project.session();
    await send(project, session, prompt);
    await until(async () => {
      const { data } = await project.client.session.status();
      return data?.[session]?.type === "retry";
    });
    await project.client.session.abort({ path: { id: session } });
    await settle(project);
    expect((await pluginMessages(project, session)).map(({ record }) => record["status"])).not.toContain("accepted");
  });

  test("an abort while the agent corrects its work: no further verdict", async () => {
    const project = shared.project({ files: quick });
    shared.host.model.conversation(prompt, [say("Written."), hang()]);
    const session = await project.session();
    await project.prompt(session, prompt);
    await until(() => shared.host.model.requests.length === 2);
    await project.client.session.abort({ path: { id: session } });
    await settle(project);
    expect((await pluginMessages(project, session)).map(({ record }) => record["status"])).toEqual(["returned"]);
    expect(shared.host.model.requests).toHaveLength(2);
  });

  test("a session that is deleted while it is judged: the check is killed, and nothing is asked", async () => {
    const project = held();
    shared.host.model.conversation(prompt, [write("a.txt", ""), say("Written.")]);
    const session = await untilJudged(project);
    await project.client.session.delete({ path: { id: session } });
    await until(() => processesWith(mark).length === 0);
    await settle(project);
    expect(shared.host.model.requests).toHaveLength(2);
  });

  test("a message that is taken back while its work is judged: no note, and it can still be brought back", async () => {
    const project = held();
    shared.host.model.conversation(prompt, [write("a.txt", ""), say("Written.")]);
    const session = await untilJudged(project);
    const messages = await project.client.session.messages({ path: { id: session } });
    await project.client.session.revert({
      path: { id: session },
      body: { messageID: messages.data?.[0]?.info.id ?? "" },
    });
    await until(() => processesWith(mark).length === 0);
    await settle(project);
    await project.client.session.unrevert({ path: { id: session } });
    const after = await project.client.session.messages({ path: { id: session } });
    expect(after.data?.map(({ info }) => info.id)).toEqual(messages.data?.map(({ info }) => info.id));
  });

  test("a compaction during the check: the verdict comes when the session is at rest, and asks for nothing", async () => {
    const slow = { "package.json": packageJson({ test: 'node -e "setTimeout(() => {}, 1500)"' }) };
    const project = shared.project({ files: slow });
    shared.host.model.conversation(prompt, [write("a.txt", ""), say("Written."), later(3000, say("A summary."))]);
    const session = await project.session();
    await project.prompt(session, prompt);
    await project.client.session.summarize({
      path: { id: session },
      body: { providerID: "scripted", modelID: "model" },
    });
    const [note] = await awaitMessages(project, session, 1);
    expect(note?.record).toMatchObject({ status: "accepted" });
    await settle(project);
    expect(shared.host.model.requests).toHaveLength(3);
    expect(await pluginMessages(project, session)).toHaveLength(1);
  });
});

describe("what is no prompt of the user's own opens no turn", () => {
  const block = promptWith("Look.", "check: fileExists path=missing.txt");

  test("a block in a quotation, in a file that a tool read, or in the agent's own words", async () => {
    const project = shared.project({ files: { "notes.md": block } });
    shared.host.model.conversation("Read notes.md", [call("read", { filePath: "notes.md" }), say(block)]);
    const session = await project.session();
    const quoted = block.replaceAll(/^/gm, "> ");
    await project.prompt(session, `Read notes.md\n${quoted}`);
    await settle(project);
    expect(await pluginMessages(project, session)).toEqual([]);
    expect(shared.host.model.requests).toHaveLength(2);
  });

  test("a block in a file that came along with the message, or in a synthetic part", async () => {
    const project = shared.project({ files: { "notes.md": block } });
    shared.host.model.conversation("See the file.", [say("Seen.")]);
    const session = await project.session();
    await project.client.session.prompt({
      path: { id: session },
      body: {
        parts: [
          { type: "text", text: "See the file." },
          { type: "text", text: block, synthetic: true },
          { type: "file", mime: "text/plain", filename: "notes.md", url: `file://${project.path("notes.md")}` },
        ],
      },
    });
    await settle(project);
    expect(shared.host.model.requests[0]?.messages.map(textOf).join("\n")).toContain("[acceptance]");
    expect(await pluginMessages(project, session)).toEqual([]);
  });

  test("a block that a client sends to a subagent's session; a subagent's own block is answered in its result", async () => {
    const project = shared.project();
    const delegated = promptWith("Look here.", "check: fileExists path=.gitkeep");
    shared.host.model.conversation("Have it looked at.", [task({ prompt: delegated }), say("Done.")]);
    shared.host.model.conversation(delegated, [say("Seen."), say("Seen again.")]);
    const session = await project.session();
    await project.prompt(session, "Have it looked at.");
    const children = await project.client.session.children({ path: { id: session } });
    const child = children.data?.[0]?.id ?? "";
    await project.prompt(child, block);
    await settle(project);
    expect(await pluginMessages(project, child)).toEqual([]);
    expect(await pluginMessages(project, session)).toEqual([]);
  });

  test("a fork of a session whose block has been judged", async () => {
    const project = shared.project();
    shared.host.model.conversation("Look.", [say("Seen."), say("Still seen."), say("Hello.")]);
    const session = await project.session();
    await project.prompt(session, block);
    await awaitMessages(project, session, 2);
    const fork = await project.client.session.fork({ path: { id: session }, body: {} });
    shared.host.model.conversation("Look.", [say("Hello.")]);
    const id = fork.data?.id ?? "";
    const before = await pluginMessages(project, id);
    await project.prompt(id, "Hello?");
    await settle(project);
    expect(await pluginMessages(project, id)).toHaveLength(before.length);
  });
});

describe("several messages", () => {
  test("three in quick succession, two of them with a block, are one turn that has to meet both", async () => {
    const project = shared.project();
    const one = promptWith("Write a.txt.", "check: fileExists path=a.txt changed=true");
    const two = promptWith("Write b.txt.", "check: fileExists path=b.txt changed=true");
    shared.host.model.conversation(one, [
      later(1500, write("a.txt", "")),
      write("b.txt", ""),
      say("Both."),
      say("Both, I said."),
      say("Yes."),
    ]);
    const session = await project.session();
    await send(project, session, one);
    await until(() => shared.host.model.requests.length === 1);
    await send(project, session, two);
    await send(project, session, "And be quick.");
    const [note] = await awaitMessages(project, session, 1);
    expect(note?.shown).toBe("[dod-gate ✓ accepted: deterministic] 2 checks passed");
    await settle(project);
    expect(await pluginMessages(project, session)).toHaveLength(1);
  });

  test("a block in a message that asks for no answer counts for the turn that follows", async () => {
    const project = shared.project();
    const silent = promptWith("Write a.txt.", "check: fileExists path=a.txt changed=true");
    shared.host.model.conversation(silent, [write("a.txt", ""), say("Written.")]);
    const session = await project.session();
    await project.prompt(session, silent, { noReply: true });
    await settle(project);
    expect(await pluginMessages(project, session)).toEqual([]);
    await project.prompt(session, "Now do it.");
    const [note] = await awaitMessages(project, session, 1);
    expect(note?.record).toMatchObject({ status: "accepted" });
  });
});

test("a producer that deletes its session takes its work's evidence with it, and the turn is still judged", async () => {
  const project = shared.project();
  const { model } = shared.host;
  const whole = promptWith("Have it written.", "check: fileExists path=a.txt");
  model.conversation("Write a.txt now.", [
    bash("touch a.txt"),
    async ({ sessionID }) => {
      await project.client.session.delete({ path: { id: sessionID } });
      return say("Gone.");
    },
    say("Gone."),
  ]);
  model.conversation(whole, [task({ prompt: "Write a.txt now." }), say("It is written.")]);
  const session = await project.session();
  await project.prompt(session, whole);
  const [note] = await awaitMessages(project, session, 1);
  expect(note?.record).toMatchObject({ status: "accepted" });
});

test("a plugin that is listed twice gives one verdict, and sends the work back once", async () => {
  const project = shared.project();
  const missing = promptWith("Write a.txt.", "check: fileExists path=a.txt");
  shared.host.model.conversation(missing, [say("Written."), say("Written, I say.")]);
  const session = await project.session();
  await project.prompt(session, missing);
  const notes = await awaitMessages(project, session, 2);
  await settle(project, 1500);
  expect(notes.map(({ record }) => record["status"])).toEqual(["returned", "unmet"]);
  expect(await pluginMessages(project, session)).toHaveLength(2);
  expect(shared.host.model.requests).toHaveLength(2);
});
