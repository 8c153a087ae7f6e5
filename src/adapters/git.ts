import type { Git, HeadReading } from "../ports.ts";
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
      const args = ["rev-parse", "--show-toplevel", "HEAD^{commit}"];
      const answer = await askGit({ directory, args, maxBytes: LONGEST_ANSWER });
      switch (answer.status) {
        case "ok":
          return readHead(answer.output.toString("utf8"));
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

/** The root may hold a line break itself: the commit is the last line. */
function readHead(output: string): HeadReading {
  const [, root = "", commit = ""] = /^([\s\S]+)\n([\da-f]{40,64})\n$/.exec(output) ?? [];
  if (commit === "") return { status: "unreadable", message: "git told no commit" };
  return { status: "found", head: { root, commit } };
}
