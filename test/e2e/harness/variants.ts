import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { promptWith } from "./block.ts";
import type { Project, ProjectOptions } from "./project.ts";
import { type ScriptStep, type Step, say, together } from "./steps.ts";
import type { SharedHost } from "./use-host.ts";

/** One way to do, or to fake, a piece of work. */
export interface Variant {
  readonly project: ProjectOptions;
  /** Whatever the project needs besides files; commits are part of what was there before the work. */
  readonly prepare?: (project: Project) => void;
  /** The block's lines; `check: testsPass` by default. */
  readonly lines?: readonly string[];
  /** Tool calls, which the producer makes in one message. */
  readonly work: readonly Step[];
  /** Whether it makes them in one message after another instead. */
  readonly inOrder?: boolean;
  /** Whether something writes to the project when the work is handed in, so that what git says can't be compared. */
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

type Row = readonly [name: string, variant: Variant, ...rest: readonly unknown[]];

/** How many are judged at once. */
const atOnce = 4;

/**
 * Judges the variants of a table before the tests of its suite, and gives each by its name. Those that begin with the same
 * project take turns in it, since a host takes long to get to know another.
 */
export function judgeRows(shared: SharedHost, rows: readonly Row[]): (name: string) => Outcome {
  const outcomes = new Map<string, Outcome | Error>();
  beforeAll(async () => {
    const waiting = [...groupByProject(rows).values()];
    const work = async () => {
      for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
        await judgeInTurn(shared, group, outcomes);
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

/** Groups of at most this size, so that there is something to do side by side. */
const largestGroup = 5;

function groupByProject(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  const sizes = new Map<string, number>();
  for (const row of rows) {
    const [name, { project, prepare, checkWrites }] = row;
    const kind = JSON.stringify([project, String(prepare), checkWrites === true ? name : ""]);
    const size = sizes.get(kind) ?? 0;
    sizes.set(kind, size + 1);
    const key = `${kind} ${Math.floor(size / largestGroup)}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

/** On a machine that is busy enough the gate gives the state before the work up, and says so: nothing is learned then. */
const tooBusy = "integrity not checked: taking the state before the work took longer";
const mostAttempts = 4;

async function judgeInTurn(shared: SharedHost, rows: readonly Row[], outcomes: Map<string, Outcome | Error>) {
  const [first] = rows;
  if (first === undefined) return;
  const project = shared.project(first[1].project);
  first[1].prepare?.(project);
  const original = mkdtempSync(join(tmpdir(), "dod-gate-original-"));
  cpSync(project.dir, original, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const reset = () => {
    for (const entry of readdirSync(project.dir)) rmSync(project.path(entry), { recursive: true, force: true });
    cpSync(original, project.dir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  };
  for (const [name, variant] of rows) {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      if (attempt > 1 || name !== first[0]) reset();
      const outcome = await judge(project, `${name} (${attempt})`, variant).catch((error) => Object(error) as Error);
      outcomes.set(name, outcome);
      if (outcome instanceof Error || !outcome.output.includes(tooBusy)) break;
    }
  }
  rmSync(original, { recursive: true, force: true });
}

/** Has the work done and judged, and sees to it that judging leaves the user's repository as it was. */
async function judge(project: Project, name: string, variant: Variant): Promise<Outcome> {
  let before: unknown;
  const handIn: ScriptStep = () => {
    before = stateOf(project);
    return say("Everything passes.");
  };
  const { output, metadata } = await project.delegate({
    prompt: promptWith(`Do this: ${name}.`, ...(variant.lines ?? ["check: testsPass"])),
    producer: [...stepsOf(variant), handIn],
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

function stepsOf({ work, inOrder }: Variant): readonly Step[] {
  return inOrder === true || work.length < 2 ? work : [together(...work)];
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
