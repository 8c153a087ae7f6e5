import { readFileSync } from "node:fs";
import { beforeAll, expect } from "vitest";
import { promptWith } from "./block.ts";
import type { Project, ProjectOptions } from "./project.ts";
import { type ScriptStep, say } from "./steps.ts";
import type { SharedHost } from "./use-host.ts";

/** One way to do, or to fake, a piece of work. */
export interface Variant {
  readonly project: ProjectOptions;
  /** Whatever the project needs besides files; commits are part of what was there before the work. */
  readonly prepare?: (project: Project) => void;
  /** The block's lines; `check: testsPass` by default. */
  readonly lines?: readonly string[];
  readonly work: readonly ScriptStep[];
  /** Whether a check writes to the project, so that what git says of it can't be compared. */
  readonly checkWrites?: boolean;
}

/** What became of it. */
export interface Outcome {
  readonly outcome: unknown;
  /** The oracles that it touched. */
  readonly touched: readonly string[];
  /** The places where checks ran, and how they ended there. */
  readonly ran: readonly string[];
  readonly output: string;
}

interface Integrity {
  readonly touched: readonly { readonly path: string }[];
  readonly ran: readonly { readonly where: string; readonly outcome: string }[];
}

/** How many are judged at once. */
const atOnce = 4;

type Row = readonly [name: string, variant: Variant, ...rest: readonly unknown[]];

/** Judges the variants of a table side by side before the tests of its suite, and gives each by its name. */
export function judgeRows(shared: SharedHost, rows: readonly Row[]): (name: string) => Outcome {
  const outcomes = new Map<string, Outcome | Error>();
  beforeAll(async () => {
    const waiting = [...rows];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [name, variant] = next;
        outcomes.set(name, await judge(shared, name, variant).catch((error) => Object(error) as Error));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }, 300_000);
  return (name) => {
    const outcome = outcomes.get(name);
    if (outcome === undefined) throw new Error(`nobody judged: ${name}`);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
}

/** Has the work done and judged, and sees to it that judging leaves the user's repository as it was. */
export async function judge(shared: SharedHost, name: string, variant: Variant): Promise<Outcome> {
  const project = shared.project(variant.project);
  variant.prepare?.(project);
  let before: unknown;
  const handIn: ScriptStep = () => {
    before = stateOf(project);
    return say("Everything passes.");
  };
  const { output, metadata } = await project.delegate({
    prompt: promptWith(`Do this: ${name}.`, ...(variant.lines ?? ["check: testsPass"])),
    producer: [...variant.work, handIn],
  });
  if (variant.checkWrites !== true) expect(stateOf(project)).toEqual(before);
  const verdict = metadata["dodGate"] as { outcome?: unknown; integrity?: Integrity } | undefined;
  return {
    outcome: verdict?.outcome,
    touched: (verdict?.integrity?.touched ?? []).map(({ path }) => path).sort(),
    ran: (verdict?.integrity?.ran ?? []).map(({ where, outcome }) => `${where}: ${outcome}`),
    output,
  };
}

/** What git says of a project, without letting it write anything: an index keeps its very bytes. */
function stateOf(project: Project) {
  const git = (...args: string[]) => project.git("--no-optional-locks", ...args);
  return {
    status: git("status", "--porcelain", "--ignored"),
    index: readFileSync(project.path(".git/index")).toString("base64"),
    refs: git("for-each-ref"),
    head: readFileSync(project.path(".git/HEAD"), "utf8"),
    stash: git("stash", "list"),
    worktrees: git("worktree", "list"),
    config: git("config", "--local", "--list"),
    objects: git("count-objects", "-v"),
  };
}
