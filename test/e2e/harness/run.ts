import { spawn } from "node:child_process";
import { isolatedEnvironment, opencodeBinary } from "./host.ts";

/** Runs `opencode run` with a home of its own, and gives what it printed. */
export function opencodeRun(home: string, directory: string, prompt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ["run", "--title", "scripted", "--dir", directory];
    const env = { ...isolatedEnvironment(home), PWD: directory };
    const child = spawn(opencodeBinary(), args, { cwd: directory, env });
    let output = "";
    child.stdout.on("data", (piece) => {
      output += piece;
    });
    child.once("error", reject);
    child.once("close", () => resolve(output));
    child.stdin.end(prompt);
  });
}
