import type { OneShot } from "../../ports/machine.ts";

/** The host's commands, as far as one of them can stand before `run` and mean another program. */
const otherCommands = new Set(["serve", "web", "acp", "attach", "github", "pr", "tui", "mcp", "agent", "session"]);

/** Options under which a run goes on after its turn. */
const interactive = new Set(["-i", "--interactive", "--mini"]);

const codes = { accepted: 0, unmet: 1, needs_review: 2 } as const;

/** The run that this process is, where it was started as `opencode run`; it ends with its one turn. */
export function findOneShot(argv: readonly string[] = process.argv): OneShot | undefined {
  const words = argv.slice(2);
  const command = words.find((word) => word === "run" || otherCommands.has(word));
  if (command !== "run" || words.some((word) => interactive.has(word))) return undefined;
  let held = false;
  return {
    arguments: words,
    print: (text) => void process.stderr.write(`${text}\n`),
    hold() {
      held = true;
      if (isUnset()) process.exitCode = codes.needs_review;
    },
    release(statuses) {
      if (!held) return;
      const worst = worstOf(statuses);
      // What the host has found wrong by itself stays wrong.
      if (worst !== 0) process.exitCode = worst;
      else if (process.exitCode === codes.needs_review) process.exitCode = 0;
    },
  };
}

function isUnset(): boolean {
  return process.exitCode === undefined || process.exitCode === null || Number(process.exitCode) === 0;
}

function worstOf(statuses: readonly (keyof typeof codes)[]): number {
  if (statuses.includes("unmet")) return codes.unmet;
  return statuses.length === 0 || statuses.includes("needs_review") ? codes.needs_review : codes.accepted;
}
