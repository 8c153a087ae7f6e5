import type { TextPart } from "@opencode-ai/sdk";
import { describe, expect, test } from "vitest";
import { promptWith } from "./harness/block.ts";
import type { Project } from "./harness/project.ts";
import { textOf, toolResults } from "./harness/scripted-model.ts";
import { edit, say, task, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";
import { until } from "./harness/waiting.ts";

const shared = useHost();

const plan = "# Plan\n\n1. Write a.txt\n2. Write b.txt\n";
const block = (path: string, kind = "fileExists") =>
  `   [acceptance]\n   check: ${kind} path=${path}\n   [/acceptance]\n`;
const annotate = "Add a Definition of Done to the steps of this plan file: PLAN.md";

describe("/annotate-plan", () => {
  test("has the model add blocks, tells it what is wrong with them, and tells the user how it ended", async () => {
    const project = shared.project({ files: { "PLAN.md": plan } });
    const conversation = shared.host.model.conversation(annotate, [
      edit("PLAN.md", "1. Write a.txt\n", `1. Write a.txt\n${block("a.txt", "fileExits")}`),
      edit("PLAN.md", "fileExits", "fileExists"),
      edit("PLAN.md", "2. Write b.txt\n", `2. Write b.txt\n${block("b.txt")}`),
      say("I added two blocks."),
    ]);
    const session = await project.session();
    await command(project, session, "annotate-plan", "PLAN.md");
    const results = conversation.requests.map((request) => toolResults(request).at(-1));
    expect(results[1]).toContain("[dod-gate ✗ plan] PLAN.md: 2 steps, 2 problems");
    expect(results[1]).toContain('- 5:11 unknown check kind "fileExits"; did you mean "fileExists"?');
    expect(results[2]).toContain('step "2 Write b.txt" has no [acceptance] block');
    expect(results[3]).toContain("[dod-gate ✓ plan] PLAN.md: 2 steps, every step can be verified");
    const note = await lastNote(project, session);
    expect(note.text).toBe(
      "[dod-gate ✓ plan] PLAN.md: 2 steps, every step can be verified\n- nothing but blocks was added, the rest of the plan is as it was",
    );
    expect(note).toMatchObject({ ignored: true, metadata: { dodGate: { command: "annotate-plan" } } });
    expect(conversation.requests).toHaveLength(4);
    // The block in the command's own text is nobody's Definition of Done.
    expect((await texts(project, session)).filter(({ text }) => text.startsWith("[dod-gate"))).toHaveLength(1);
  });

  test("says so where the plan itself was changed", async () => {
    const project = shared.project({ files: { "PLAN.md": plan } });
    shared.host.model.conversation(annotate, [
      write("PLAN.md", `# Plan\n\n1. Write a.txt\n${block("a.txt")}2. Write z.txt\n${block("z.txt")}`),
      say("Done."),
    ]);
    const session = await project.session();
    await command(project, session, "annotate-plan", "PLAN.md");
    const note = await lastNote(project, session);
    expect(note.text).toMatch(
      /^\[dod-gate ✗ plan\] PLAN\.md: 2 steps, 0 problems\n- the plan itself was changed, first in line 7/,
    );
  });

  test("of no plan is a sentence of the gate's", async () => {
    const project = shared.project();
    const reason = "[dod-gate] The plan can't be annotated: ../x.md lies outside of the project.";
    const conversation = shared.host.model.conversation(reason, [say(reason)]);
    const session = await project.session();
    await command(project, session, "annotate-plan", "../x.md");
    expect(conversation.requests).toHaveLength(1);
  });
});

describe("/dod", () => {
  test("says what was verified, what was not accepted and what needs the user (R003-9)", async () => {
    const project = shared.project({ files: { "a.txt": "" } });
    const session = await project.session();
    await delegateIn(project, session, [
      { work: "First work.", check: "check: fileExists path=a.txt" },
      { work: "Second work.", check: "check: fileExists path=z.txt" },
      { work: "Third work.", check: 'check: run command="jest src"' },
    ]);
    await command(project, session, "dod", "");
    const shown = (await texts(project, session)).find(({ text }) => text.startsWith("[dod-gate] 3 results"));
    expect(shown?.synthetic).not.toBe(true);
    expect(shown?.metadata).toMatchObject({ dodGate: { command: "dod" } });
    expect(shown?.text).toMatch(
      /^\[dod-gate\] 3 results verified in this session: 1 accepted, 1 not accepted, 1 needing you\.\n\nAccepted:\n- .* task "First work\." \(ses_\w+\): deterministic, 1 check\n\nNot accepted:\n- .* task "Second work\." \(ses_\w+\)\n {4}fileExists: file not found in .*: z\.txt\n\nNeeds you:\n- .* task "Third work\."/,
    );
  });

  test("of a session in which nothing was verified says that", async () => {
    const project = shared.project();
    const conversation = shared.host.model.conversation("[dod-gate] Nothing was verified", [
      say("[dod-gate] Nothing was verified in this session yet."),
    ]);
    const session = await project.session();
    await command(project, session, "dod", "");
    expect(conversation.requests[0]?.messages.map(textOf).join("\n")).toContain("word for word");
  });
});

test("a user's own command of the same name is left alone", async () => {
  const project = shared.project({ config: { command: { dod: { template: "Count to three." } } } });
  const conversation = shared.host.model.conversation("Count to three.", [say("1 2 3")]);
  const session = await project.session();
  await command(project, session, "dod", "");
  expect(conversation.requests).toHaveLength(1);
});

async function command(project: Project, sessionID: string, name: string, typed: string): Promise<void> {
  const body = { command: name, arguments: typed };
  const answer = await project.client.session.command({ path: { id: sessionID }, body });
  expect(answer.error).toBeUndefined();
}

/** Has a session delegate tasks, then answer the next prompt. */
async function delegateIn(project: Project, session: string, tasks: readonly { work: string; check: string }[]) {
  const prompts = tasks.map(({ work, check }) => promptWith(work, check));
  for (const prompt of prompts) shared.host.model.conversation(prompt, [say("Done.")]);
  shared.host.model.conversation("Delegate it.", [
    ...prompts.map((prompt, index) => task({ prompt, description: tasks[index]?.work ?? "" })),
    say("All done."),
    say("repeated"),
  ]);
  await project.prompt(session, "Delegate it.");
}

async function lastNote(project: Project, session: string): Promise<TextPart> {
  let note: TextPart | undefined;
  await until(async () => {
    note = (await texts(project, session)).findLast(({ ignored }) => ignored === true);
    return note !== undefined;
  });
  if (note === undefined) throw new Error("there is no note");
  return note;
}

async function texts(project: Project, sessionID: string): Promise<TextPart[]> {
  return (await project.parts(sessionID)).filter((part): part is TextPart => part.type === "text");
}
