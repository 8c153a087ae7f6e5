import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { builtPlugin } from "./harness/host.ts";
import type { DelegatedWork, Project } from "./harness/project.ts";
import { fail, say, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";
import { busySessions, until } from "./harness/waiting.ts";

const probes = mkdtempSync(join(tmpdir(), "dod-gate-probe-"));
const heapFile = join(probes, "heap.txt");
const probe = join(probes, "probe.js");
writeFileSync(
  probe,
  `import { writeFileSync } from "node:fs";
  export default { id: "probe", server: async () => ({
    "chat.message": async (_, { parts }) => {
      if (!parts.some((part) => part.text === "measure the heap")) return;
      Bun.gc(true);
      writeFileSync(${JSON.stringify(heapFile)}, String(process.memoryUsage().heapUsed));
    },
  }) };`,
);
afterAll(() => rmSync(probes, { recursive: true, force: true }));

const shared = useHost({ plugins: [`file://${probe}`, builtPlugin] });
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

/** Megabytes that the host's heap holds once its garbage is gone. */
async function heapOf(project: Project): Promise<number> {
  const session = await project.session();
  await project.prompt(session, "measure the heap", { noReply: true });
  return Number(readFileSync(heapFile, "utf8")) / 1024 / 1024;
}

/** The host's own garbage comes and goes, by more than a hundred megabytes: the least of several looks counts. */
async function settledHeapOf(project: Project): Promise<number> {
  const looks: number[] = [];
  while (looks.length < 6) {
    looks.push(await heapOf(project));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return Math.min(...looks);
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
    const before = await settledHeapOf(project);
    for (let round = 3; round <= 5; round++) await playRound(project, round);
    // Sixty delegations that each kept a megabyte would show.
    await until(async () => (await settledHeapOf(project)) - before < 50, 120_000);
  });
});
