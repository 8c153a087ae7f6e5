import { execFileSync } from "node:child_process";
import { Host } from "../test/e2e/harness/host.ts";
import type { Delegated } from "../test/e2e/harness/project.ts";
import { type Scene, type Seen, scenes, sleeperMark } from "./scenes.ts";

/** Shows four delegations in a real OpenCode with a scripted model, and fails if one isn't what it claims to be. */
async function main(): Promise<number> {
  const startedAt = Date.now();
  console.log("opencode-dod-gate: four delegations in a real OpenCode, with a scripted model. No key, no network.\n");
  const host = await Host.start();
  let broken = 0;
  try {
    for (const [index, scene] of scenes.entries()) broken += await show(index + 1, scene, host);
  } finally {
    await host.stop();
  }
  console.log(
    `${broken === 0 ? "Everything shown is as claimed" : `${broken} claims do NOT hold`}, in ${seconds(startedAt)}.`,
  );
  return broken === 0 ? 0 : 1;
}

/** Plays one scene and returns how many of its claims don't hold. */
async function show(number: number, scene: Scene, host: Host): Promise<number> {
  console.log(`${number}. ${scene.title}\n   ${scene.says}\n`);
  const seen = await play(scene, host);
  console.log("   What the caller asked for:");
  console.log(indent(scene.prompt, "   | "));
  console.log("\n   What the caller received:");
  console.log(indent(seen.result.output, "   > "));
  console.log();
  let broken = 0;
  for (const claim of scene.claims) {
    const holds = claim.holds(seen);
    if (!holds) broken++;
    console.log(`   ${holds ? "[ok]" : "[BROKEN]"} ${claim.says}`);
  }
  console.log();
  return broken;
}

async function play(scene: Scene, host: Host): Promise<Seen> {
  const project = host.project({ files: scene.files, ...(scene.gate === undefined ? {} : { gate: scene.gate }) });
  try {
    host.model.reset();
    const result = await project.delegate({ prompt: scene.prompt, producer: scene.producer });
    const producerRequests = host.model.requests.filter((request) => request.sessionID !== result.caller).length;
    return { result, callMs: durationOf(result), producerRequests, leftRunning: countSleepers() };
  } finally {
    project.remove();
  }
}

function durationOf({ part }: Delegated): number {
  const { state } = part;
  return state.status === "completed" || state.status === "error" ? state.time.end - state.time.start : Number.NaN;
}

function countSleepers(): number {
  const table = execFileSync("ps", ["-A", "-o", "args"], { encoding: "utf8" });
  return table.split("\n").filter((line) => line.includes(sleeperMark)).length;
}

function indent(text: string, with_: string): string {
  return text
    .split("\n")
    .map((line) => with_ + line)
    .join("\n");
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)}s`;
}

process.exitCode = await main();
