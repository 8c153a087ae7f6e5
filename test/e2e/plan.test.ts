import { describe, expect, test } from "vitest";
import { promptWith } from "./harness/block.ts";
import type { Project } from "./harness/project.ts";
import { textOf } from "./harness/scripted-model.ts";
import { edit, say, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";

const shared = useHost({ snapshots: false });

const plan = [
  "# Plan",
  "",
  "1. Write a.txt",
  "",
  "   [acceptance]",
  "   check: fileExists path=a.txt changed=true",
  "   [/acceptance]",
  "",
  "2. Write b.txt",
  "",
  "3. Find where the version is defined.",
  "",
  "4. Write c.txt for C# users",
  "   ```",
  "   [acceptance]",
  "   check: tetsPass",
  "   [/acceptance]",
  "   ```",
  "",
].join("\n");
const files = { "PLAN.md": plan };

describe("a dispatch by `task` that names a plan's step (R002-30)", () => {
  test("is judged by the step's block", async () => {
    const project = shared.project({ files });
    const { output, metadata } = await project.delegate({
      prompt: "Do the first step.\n\nplan: PLAN.md#1",
      producer: [write("a.txt", "a"), say("Done.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(metadata["dodGate"]).toMatchObject({ outcome: "pass", dodSource: "annotation" });
  });

  test("and not accepted where that doesn't hold", async () => {
    const project = shared.project({ files });
    const { output } = await project.delegate({
      prompt: "Do the first step.\n\n- Plan: `PLAN.md`#Write a.txt",
      producer: [say("Done.")],
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] 1 of 1 checks failed".replace("checks", "check"));
  });

  test("a block in the prompt applies as well", async () => {
    const project = shared.project({ files });
    const { output } = await project.delegate({
      prompt: promptWith("plan: PLAN.md#1", "check: fileExists path=z.txt"),
      producer: [write("a.txt", "a"), say("Done.")],
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] 1 of 2 checks failed");
  });

  test("a producer that edits the plan's block changes nothing, and that is noted", async () => {
    const project = shared.project({ files });
    const { output } = await project.delegate({
      prompt: "Do the first step.\nplan: PLAN.md#1",
      producer: [edit("PLAN.md", "path=a.txt changed=true", "path=PLAN.md"), say("Done.")],
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(output).toContain(`file not found in ${project.dir}: a.txt`);
    expect(output).toContain("note: the plan PLAN.md was changed since the dispatch");
  });

  test("one that ticks the step off is told nothing", async () => {
    const project = shared.project({ files: { "PLAN.md": plan.replace("1. Write", "1. [ ] Write") } });
    const { output } = await project.delegate({
      prompt: "Do the first step.\nplan: PLAN.md#1",
      producer: [write("a.txt", "a"), edit("PLAN.md", "[ ] Write", "[x] Write"), say("Done.")],
    });
    expect(output).toMatch(/\[dod-gate ✓ accepted: deterministic\] 1 check passed$/);
  });

  test.each([
    ["has no block", "plan: PLAN.md#2", /PLAN\.md 9:1 step "2 Write b\.txt" has no \[acceptance\] block/],
    ["is unknown", "plan: PLAN.md#Write a.tx", /1:1 PLAN\.md has no step "Write a\.tx"; did you mean "Write a\.txt"/],
    [
      "has a block with a problem",
      "plan: PLAN.md#Write c.txt for C# users",
      /PLAN\.md 16:11 unknown check kind "tetsPass"/,
    ],
    ["is not named", "plan: PLAN.md", /1:1 which step of PLAN\.md\?.*"1 Write a\.txt"/],
    ["is of no plan", "plan: PLAM.md#1", /1:1 there is no plan PLAM\.md/],
    ["is of a plan outside", "plan: ../PLAN.md#1", /1:1 the plan \.\.\/PLAN\.md lies outside of the project/],
    ["is of a file elsewhere", "plan: /etc/passwd#1", /1:1 the plan \/etc\/passwd lies outside of the project/],
    ["is of a directory", "plan: src/#1", /1:1 the plan src\/ can't be read: it is no regular file/],
  ])("one that %s is refused, and nothing is spent", async (_, line, reason) => {
    const project = shared.project({ files: { ...files, "src/a": "" } });
    const result = await project.delegate({ prompt: line, producer: [say("must not run")] });
    expect(result).toMatchObject({ failed: true, producer: undefined });
    expect(result.output).toMatch(/^\[dod-gate\] Not started, nothing was spent: 1 problem with what the prompt says/);
    expect(result.output).toMatch(reason);
    expect(await childrenOf(project, result.caller)).toEqual([]);
  });

  test("a trivial step without a block is work without a block", async () => {
    const project = shared.project({ files });
    const { output, metadata } = await project.delegate({ prompt: "plan: PLAN.md#3", producer: [say("In a.")] });
    expect(output).toMatch(/<\/task>$/);
    expect(metadata["dodGate"]).toMatchObject({ outcome: "skip" });
  });

  test("with preflight set to warn the work is done and then never accepted", async () => {
    const project = shared.project({ files, gate: { verify: { preflight: "warn" } } });
    const { output, failed } = await project.delegate({ prompt: "plan: PLAN.md#2", producer: [say("Done.")] });
    expect(failed).toBe(false);
    expect(output).toContain("[dod-gate ? NEEDS REVIEW] 1 problem with the [acceptance] block");
  });
});

describe("a `delegate` call that names a plan's step", () => {
  test("is accepted by the step's block, which its producer reads", async () => {
    const project = shared.project({ files });
    const { output, metadata, requests } = await project.viaDelegate({
      prompt: "Do the step.",
      plan: "PLAN.md",
      step: "1",
      producers: [[write("a.txt", "a"), say("Done.")]],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(metadata["dodGate"]).toMatchObject({ outcome: "pass", dodSource: "annotation" });
    expect(requests[0]?.messages.map(textOf).join("\n")).toContain("   check: fileExists path=a.txt changed=true");
  });

  test("whose step has no block is refused, and nothing is spent", async () => {
    const project = shared.project({ files });
    const { output, failed, caller } = await project.viaDelegate({
      prompt: "Do the step.",
      plan: "PLAN.md",
      step: "2",
    });
    expect(failed).toBe(true);
    expect(output).toContain("[dod-gate] Not started, nothing was spent: 1 problem with the call.");
    expect(output).toContain('- PLAN.md 9:1 step "2 Write b.txt" has no [acceptance] block');
    expect(await childrenOf(project, caller)).toEqual([]);
  });

  test("keeps to the block of the dispatch over all attempts, whatever its producers write into the plan", async () => {
    const project = shared.project({ files });
    const { output } = await project.viaDelegate({
      prompt: "Do the step.\nplan: PLAN.md#1",
      producers: [[edit("PLAN.md", "path=a.txt changed=true", "path=PLAN.md"), say("Done.")], [say("Done, I say.")]],
    });
    expect(output).toContain("[dod-gate status: unmet] not accepted after 2 attempts");
    expect(output).toContain("note: the plan PLAN.md was changed since the dispatch");
  });
});

async function childrenOf(project: Project, sessionID: string) {
  return (await project.client.session.children({ path: { id: sessionID } })).data;
}
