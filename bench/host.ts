import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageJson, promptWith } from "../test/e2e/harness/block.ts";
import { builtPlugin, Host } from "../test/e2e/harness/host.ts";
import { bash, call, say, write } from "../test/e2e/harness/steps.ts";
import { median, type Row } from "./row.ts";

/** What the plugin costs in the real host, each figure beside the same thing without it, in the same run. */
export async function benchHost(): Promise<Row[]> {
  return [await loading(), await toolCalls(), ...(await gateOverhead()), await sharedRuns()];
}

/** First answer for a fresh directory, which is when the host loads its plugins. */
async function loading(): Promise<Row> {
  const directory = mkdtempSync(join(tmpdir(), "dod-gate-bench-"));
  const empty = join(directory, "empty.js");
  writeFileSync(empty, 'export default { id: "empty", server: async () => ({}) };');
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 7; round++) {
    theirs.push(await timeFirstAnswer(`file://${empty}`));
    ours.push(await timeFirstAnswer(builtPlugin));
  }
  rmSync(directory, { recursive: true });
  return {
    name: "plugin load in the host",
    value: `${signed(median(ours) - median(theirs))} ms`,
    note: `at most 100 ms are allowed; first answer ${median(ours).toFixed(0)} ms, with an empty plugin ${median(theirs).toFixed(0)} ms (medians of 7)`,
  };
}

async function timeFirstAnswer(plugin: string): Promise<number> {
  const host = await Host.start({ plugins: [plugin] });
  const project = host.project();
  const start = performance.now();
  await project.client.app.agents();
  const took = performance.now() - start;
  project.remove();
  await host.stop();
  return took;
}

/** A session of many tool calls that delegate nothing, in turns with the plugin and without it. */
async function toolCalls(): Promise<Row> {
  const without = await Host.start({ plugins: [] });
  const withPlugin = await Host.start();
  const times = { without: [] as number[], withPlugin: [] as number[] };
  for (let round = 0; round < 7; round++) {
    const pair = { without: await timeCall(without, round), withPlugin: await timeCall(withPlugin, round) };
    if (round === 0) continue;
    times.without.push(pair.without);
    times.withPlugin.push(pair.withPlugin);
  }
  await Promise.all([without.stop(), withPlugin.stop()]);
  const [bare, ours] = [median(times.without), median(times.withPlugin)];
  return {
    name: "a tool call without delegation",
    value: `${(ours / bare).toFixed(2)} x`,
    note: `${ours.toFixed(1)} ms with the plugin, ${bare.toFixed(1)} ms without, the host's own step included`,
  };
}

async function timeCall(host: Host, round: number): Promise<number> {
  const calls = 30;
  const project = host.project({ git: "none" });
  const steps = Array.from({ length: calls }, (_, index) => call("read", { filePath: `file${index % 3}.txt` }));
  for (const index of [0, 1, 2]) project.write(`file${index}.txt`, "text");
  host.model.conversation(`many calls ${round}`, [...steps, say("Done.")]);
  const session = await project.session();
  const start = performance.now();
  await project.prompt(session, `many calls ${round}`);
  const took = performance.now() - start;
  project.remove();
  return took / calls;
}

interface Timed {
  readonly durationMs: number;
  readonly checks: readonly { readonly durationMs: number }[];
}

async function gateOverhead(): Promise<Row[]> {
  const host = await Host.start();
  const project = host.project({ files: { "package.json": packageJson({ test: "node -e 0" }) } });
  const gate: number[] = [];
  const check: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 8; round++) {
    const start = performance.now();
    spawnSync("npm", ["test"], { cwd: project.dir, stdio: "ignore" });
    bare.push(performance.now() - start);
    const { metadata } = await project.delegate({
      prompt: promptWith(`Work ${round}.`, "check: testsPass"),
      producer: [write(`a${round}.txt`, "x"), bash("true"), say("Done.")],
    });
    const verdict = metadata["dodGate"] as Timed;
    gate.push(verdict.durationMs);
    check.push(verdict.checks[0]?.durationMs ?? Number.NaN);
  }
  project.remove();
  await host.stop();
  const overhead = median(gate.slice(1)) - median(bare.slice(1));
  return [
    {
      name: "gate over the bare command",
      value: `${signed(overhead)} ms`,
      note: `${median(gate.slice(1)).toFixed(0)} ms for a gate with npm test, ${median(bare.slice(1)).toFixed(0)} ms for npm test alone`,
    },
    {
      name: "gate besides its checks",
      value: `${(median(gate.slice(1)) - median(check.slice(1))).toFixed(0)} ms`,
      note: "reading the record, attribution, comparing files",
    },
  ];
}

async function sharedRuns(): Promise<Row> {
  const count = 8;
  const host = await Host.start();
  const script = 'require("node:fs").appendFileSync("runs.log", "x"); setTimeout(() => {}, 1500);';
  const project = host.project({
    files: { "package.json": packageJson({ test: "node slow.js" }), "slow.js": script, ".gitignore": "runs.log" },
  });
  await project.delegateAll(
    Array.from({ length: count }, (_, index) => ({
      prompt: promptWith(`Part ${index} of many.`, "check: testsPass"),
      producer: [write(`part${index}.txt`, ""), say("Done.")],
    })),
  );
  const runs = project.read("runs.log").length;
  project.remove();
  await host.stop();
  return {
    name: `runs for ${count} equal checks at once`,
    value: `${runs}`,
    note: "delegated side by side, 1.5 s each",
  };
}

function signed(number: number): string {
  return `${number >= 0 ? "+" : ""}${number.toFixed(0)}`;
}
