#!/usr/bin/env node
import { hostSurroundings } from "../adapters/host-surroundings.ts";
import { describeCrash, describeLostOutput } from "../report/command-messages.ts";
import { contain } from "../wiring/boundary.ts";
import { watchInterruption } from "./interruption.ts";
import { Output } from "./output.ts";
import { standardInput } from "./standard-input.ts";

const surroundings = hostSurroundings();
const out = new Output(process.stdout, surroundings.env);
const err = new Output(process.stderr, surroundings.env);
const interruption = watchInterruption();

const couldNotJudge = 2;

async function reportCrash(message: string): Promise<number> {
  const { scrub } = await import("../scrub/scrub.ts");
  err.line(describeCrash(scrub(message)));
  return couldNotJudge;
}

// Node would end with 1, which says that the work was judged and failed.
process.on("uncaughtException", (error) => {
  void reportCrash(String(error)).finally(() => process.exit(couldNotJudge));
});
// Timers of the gate keep no process alive, and one that is ended by having nothing to wait for has judged nothing.
setInterval(() => undefined, 60_000);

const code = await contain(
  "dod-gate",
  () => undefined,
  async (): Promise<number> => {
    const { run } = await import("./run.ts");
    const input = standardInput(() => process.stdin);
    const world = { ...surroundings, cwd: process.cwd(), input, out, err, signal: interruption.signal };
    return run(process.argv.slice(2), world);
  },
  reportCrash,
);
await out.flush();
if (out.fault !== undefined) err.line(describeLostOutput(out.fault));
await err.flush();
process.exit(interruption.exitCode ?? (out.fault === undefined ? code : couldNotJudge));
