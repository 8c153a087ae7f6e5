import { Host } from "../test/e2e/harness/host.ts";
import { play } from "./play.ts";
import type { Said, Scene, Way } from "./scene.ts";
import { scenes } from "./scenes.ts";

const headings: Record<Way, readonly [asked: string, received: string]> = {
  task: ["What the caller asked for", "What the caller received"],
  ownPrompt: ["What you ask for", "What you see below it"],
};

/** Shows the gate at work in a real OpenCode with a scripted model, and fails if a scene isn't what it claims to be. */
async function main(): Promise<number> {
  const startedAt = Date.now();
  console.log(
    `opencode-dod-gate: ${scenes.length} scenes in a real OpenCode, with a scripted model. No key, no network.\n`,
  );
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
  const [asked, received] = headings[scene.way];
  console.log(`${number}. ${scene.title}\n   ${scene.says}\n`);
  console.log(`   ${asked}:\n${indent(scene.prompt, "   | ")}\n`);
  const seen = await play(scene, host);
  console.log(`   ${received}:\n${seen.said.map(quote).join("\n   >\n")}\n`);
  let broken = 0;
  for (const claim of scene.claims) {
    const holds = claim.holds(seen);
    if (!holds) broken++;
    console.log(`   ${holds ? "[ok]" : "[BROKEN]"} ${claim.says}`);
  }
  console.log();
  return broken;
}

function quote({ by, text }: Said): string {
  return indent(by === "agent" ? `the agent: ${text}` : text, "   > ");
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
