import { execFile } from "node:child_process";
import type { Git } from "../ports.ts";
import { gitEnvironment } from "./git-environment.ts";

/** Milliseconds that git may take to answer. */
const PATIENCE_MS = 5000;

/** The git of the machine. */
export function createGit(): Git {
  return {
    isIgnored(path, directory) {
      return new Promise((resolve) => {
        const options = { cwd: directory, env: gitEnvironment(), timeout: PATIENCE_MS, windowsHide: true };
        // The repository may name a program as its monitor, and whoever works in it may have named it.
        execFile("git", ["-c", "core.fsmonitor=false", "check-ignore", "--quiet", "--", path], options, (error) => {
          if (error === null) resolve(true);
          else resolve(error.code === 1 ? false : undefined);
        });
      });
    },
  };
}
