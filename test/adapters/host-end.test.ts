import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hostBun } from "../support/host-bun.ts";
import { aliveIn, notedIn } from "../support/processes.ts";
import { inTemporary } from "../support/temporary.ts";

const TIMEOUT_MS = 30_000;
const HOST = fileURLToPath(new URL("../support/fixtures/host-of-runs.ts", import.meta.url));

interface Runtime {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const NODE: Runtime = { name: "Node", file: process.execPath, args: ["--import", "tsx", HOST], env: process.env };
const BUN: Runtime = { name: "the host's Bun", ...hostBun(), args: [HOST] };

/** Starts a host, sends it the signal when it is ready, and tells how it ended and what it has left. */
function endOf({ file, args, env }: Runtime, what: string, signal?: NodeJS.Signals, execs = 1) {
  return inTemporary(async (directory) => {
    const files = Array.from({ length: execs }, (_, index) => join(directory, String(index)));
    const child = spawn(file, [...args, what, ...files], { env, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.on("data", (text) => {
      output += text;
      if (output === "ready\n" && signal !== undefined) child.kill(signal);
    });
    const [code, by] = await once(child, "close");
    return { code, by, output, started: files.flatMap(notedIn).length, left: files.flatMap(aliveIn) };
  });
}

describe.each([NODE, BUN])("where the host ends while programs run, in $name", { timeout: TIMEOUT_MS }, (runtime) => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s takes all of them along and keeps its effect",
    async (signal) => {
      const end = await endOf(runtime, "signal", signal);
      expect(end).toEqual({ code: null, by: signal, output: "ready\n", started: 4, left: [] });
    },
  );

  it("a signal keeps its effect where several projects have programs running", async () => {
    const end = await endOf(runtime, "signal", "SIGTERM", 2);
    expect(end).toEqual({ code: null, by: "SIGTERM", output: "ready\n", started: 8, left: [] });
  });

  it("a signal that somebody else listens for ends the programs as aborted, and not the host", async () => {
    const end = await endOf(runtime, "listens", "SIGTERM", 2);
    expect(end).toEqual({ code: 4, by: null, output: "ready\nheard\nabort,abort\n", started: 8, left: [] });
  });

  it("an exit takes all of them along", async () => {
    const end = await endOf(runtime, "exits");
    expect(end).toEqual({ code: 5, by: null, output: "ready\n", started: 4, left: [] });
  });
});

// Bun only prints such an exception, and goes on.
describe("where an exception that nobody catches ends the host, in Node", { timeout: TIMEOUT_MS }, () => {
  it("it takes all running programs along", async () => {
    const end = await endOf(NODE, "throws");
    expect(end).toEqual({ code: 1, by: null, output: "ready\n", started: 4, left: [] });
  });
});
