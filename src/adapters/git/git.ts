import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Git, HeadReading } from "../../ports/repository.ts";
import { kindsAt, readAt } from "./commit-tree.ts";
import { askGit } from "./git-command.ts";

/** Two lines: a path and a hash. */
const LONGEST_ANSWER = 64 * 1024;

/** The git of the machine. */
export function createGit(): Git {
  return {
    async isIgnored(path, directory) {
      const args = ["check-ignore", "--quiet", "--", path];
      const answer = await askGit({ directory, args, maxBytes: LONGEST_ANSWER });
      if (answer.status === "ok") return true;
      return answer.status === "refused" && answer.exitCode === 1 ? false : undefined;
    },
    async head(directory): Promise<HeadReading> {
      const args = ["rev-parse", "--is-inside-work-tree", "--show-prefix", "HEAD^{commit}"];
      const answer = await askGit({ directory, args, maxBytes: LONGEST_ANSWER });
      switch (answer.status) {
        case "ok":
          return readHead(answer.output.toString("utf8"), await realpath(directory).catch(() => directory));
        case "refused":
        case "missing":
          return { status: "none" };
        case "failed":
          return { status: "unreadable", message: answer.message };
      }
    },
    kindsAt,
    readAt,
  };
}

/**
 * The root by the way that leads up to it, in the system's own spelling: git may spell it otherwise, with other slashes or
 * another drive. The way may hold line breaks.
 */
function readHead(output: string, directory: string): HeadReading {
  const [, inside, prefix = "", commit = ""] = /^(true|false)\n([\s\S]*)\n([\da-f]{40,64})\n$/.exec(output) ?? [];
  if (inside !== "true") return { status: "unreadable", message: `git has its work tree elsewhere than ${directory}` };
  const steps = prefix.split("/").length - 1;
  return { status: "found", head: { commit, root: resolve(directory, ...Array<string>(steps).fill("..")) } };
}
