import { expect, test, vi } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { toolResults } from "./harness/scripted-model.ts";
import { delegate, say, task, write } from "./harness/steps.ts";
import { awaitMessages, pluginMessages, settle } from "./harness/turn.ts";
import { useHost } from "./harness/use-host.ts";
import { until } from "./harness/waiting.ts";

// A turn is several of the host's own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const shared = useHost({ env: { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: "true" } });

test("a turn whose subagent works on in the background is judged when its result has been taken up, and once", async () => {
  const project = shared.project();
  const { model } = shared.host;
  const part = promptWith("Write a.txt slowly.", "check: fileExists path=a.txt");
  const whole = promptWith("Have a.txt written.", "check: fileExists path=a.txt changed=true");
  let released = false;
  const whenReleased = async () => {
    await until(() => released);
    return write("a.txt", "");
  };
  model.conversation(part, [whenReleased, say("Written.")]);
  model.conversation(whole, [
    task({ prompt: part, background: true }),
    say("It is being written."),
    say("It is written."),
  ]);
  const session = await project.session();
  await project.prompt(session, whole);
  await settle(project, 700, [session]);
  expect(await pluginMessages(project, session)).toEqual([]);
  released = true;
  const [note] = await awaitMessages(project, session, 1);
  expect(note?.shown).toBe("[dod-gate ✓ accepted: deterministic] 1 check passed");
  await settle(project);
  expect(await pluginMessages(project, session)).toHaveLength(1);
  expect(model.requests).toHaveLength(5);
});

test("a delegate call inside a gated turn: each gate answers for its own block, and the shared suite runs once for each", async () => {
  const script = "node -e \"require('fs').appendFileSync('runs.log', 'x')\"";
  const project = shared.project({ files: { "package.json": packageJson({ test: script }), ".gitignore": "*.log\n" } });
  const { model } = shared.host;
  const whole = promptWith("Have it done.", "check: testsPass", "check: fileExists path=b.txt");
  model.conversation(whole, [
    delegate({ prompt: "Write a.txt.", acceptance: "check: testsPass\ncheck: fileExists path=a.txt changed=true" }),
    say("It is done."),
    write("b.txt", ""),
    say("Now it is."),
  ]);
  model.conversation("Write a.txt.", [write("a.txt", ""), say("Written.")]);
  const session = await project.session();
  await project.prompt(session, whole);
  const notes = await awaitMessages(project, session, 2);
  expect(toolResults(model.requests.at(-1) ?? never()).join("\n")).toContain(
    "[dod-gate ✓ accepted: deterministic] 2 checks passed",
  );
  expect(notes.map(({ record }) => record["status"])).toEqual(["returned", "accepted"]);
  // One for the delegation, and one for each of the turn's two verdicts.
  expect(project.read("runs.log")).toBe("xxx");
});

test("the gate asks nobody: what OpenCode's rules ask about is unverified", async () => {
  const project = shared.project({ config: { permission: { bash: { "node *": "ask" } } } });
  const asked = promptWith("Do it.", 'check: run command="node -e 0"');
  shared.host.model.conversation(asked, [say("Done.")]);
  const session = await project.session();
  await project.prompt(session, asked);
  const [note] = await awaitMessages(project, session, 1);
  expect(note?.shown).toMatch(/^\[dod-gate \? NEEDS REVIEW\]/);
  await settle(project);
  expect(shared.host.model.requests).toHaveLength(1);
});

function never(): never {
  throw new Error("the test's own assumption does not hold");
}
