import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DelegatedWork, Project } from "./harness/project.ts";
import { fail, say, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";
import { busySessions } from "./harness/waiting.ts";

const shared = useHost();
const many = 20;

/** Every fourth lies, every tenth has a provider that refuses; the others do what they are asked. */
function workOf(number: number, round: number): DelegatedWork & { readonly expected: RegExp } {
  const name = `${round}-${number}.txt`;
  const work = { prompt: `Write the file number ${name}.`, acceptance: `check: fileExists path=${name} changed=true` };
  if (number % 10 === 9)
    return { ...work, producers: [[fail(401, `no key for ${name}`)]], expected: new RegExp(`needs_review.*${name}`) };
  if (number % 4 === 3) {
    const lie = [say(`I wrote ${name}, I swear.`)];
    return { ...work, producers: [lie, lie], expected: new RegExp(`status: unmet[^]*${name}, I swear`) };
  }
  const honest = [write(name, "x"), say(`I wrote ${name}.`)];
  return { ...work, producers: [honest], expected: new RegExp(`^I wrote ${name}\\.\\n\\n\\[dod-gate ✓ accepted`) };
}

async function playRound(project: Project, round: number) {
  const works = Array.from({ length: many }, (_, number) => workOf(number, round));
  const results = await project.viaDelegateAll(works.map(({ expected: _, ...work }) => work));
  return results.map((result, index) => ({ ...result, expected: works[index]?.expected ?? /never/ }));
}

/** Megabytes. */
function hostMemory(): number {
  const status = readFileSync(`/proc/${shared.host.process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

describe("twenty delegations at once on one server", () => {
  test("each gets its own verdict, and nothing is left of them but their sessions", { timeout: 180_000 }, async () => {
    const project = shared.project();
    const results = await playRound(project, 0);
    expect(results).toHaveLength(many);
    for (const { output, expected } of results) expect(output).toMatch(expected);
    const others = (index: number) => results.filter((_, other) => other !== index).map((_, n) => `0-${n}.txt`);
    for (const [index, { output, requests }] of results.entries()) {
      const own = `0-${index}.txt`;
      expect(requests.every((request) => JSON.stringify(request.messages).includes(own))).toBe(true);
      for (const name of others(index)) if (name !== own) expect(output).not.toContain(`number ${name}`);
    }
    const caller = results[0]?.caller ?? "";
    const children = await project.client.session.children({ path: { id: caller } });
    const attempts = results.reduce((sum, { conversation }) => sum + conversation.sessions.length, 0);
    expect(children.data).toHaveLength(attempts);
    expect(await busySessions(project)).toEqual([]);
  });

  test("memory is flat over many of them", { timeout: 300_000 }, async () => {
    const project = shared.project();
    for (let round = 1; round <= 2; round++) await playRound(project, round);
    const before = hostMemory();
    for (let round = 3; round <= 5; round++) await playRound(project, round);
    const grown = hostMemory() - before;
    // Sixty delegations that each kept a megabyte would show; the host's own heap goes up and down by some tens.
    expect(grown).toBeLessThan(100);
  });
});
