import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock } from "../src/adapters/clock.ts";
import { createRepositories } from "../src/adapters/git/repositories.ts";
import { Guard } from "../src/gate/guard.ts";
import type { TakenBaseline } from "../src/integrity/baseline.ts";
import { takeBaseline } from "../src/integrity/baseline.ts";
import { Suspects } from "../src/integrity/suspects.ts";
import { median, type Row } from "./row.ts";

const folders = 200;
const filesEach = 100;
const rounds = 5;

/** What integrity costs in a repository of 20,000 files, beside a `git status` there. */
export async function benchIntegrity(): Promise<Row[]> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-bench-")));
  const root = join(directory, "project");
  const clock = createClock();
  const suspects = new Suspects();
  const { signal } = new AbortController();
  const repositories = () =>
    createRepositories({
      data: join(directory, "data"),
      hostEnv: process.env,
      findGit: async () => execFileSync("which", ["git"], { encoding: "utf8" }).trim(),
      log: console.error,
    });
  try {
    fill(root);
    const statuses: number[] = [];
    const firsts: number[] = [];
    const judgements: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      statuses.push(await measure(() => git(root, "status", "--porcelain")));
      const opened = repositories();
      let baseline: TakenBaseline | undefined;
      firsts.push(
        await measure(async () => {
          const taken = await takeBaseline(root, { repositories: opened, suspects, clock });
          if (taken.status === "taken") baseline = taken;
        }),
      );
      if (baseline === undefined) throw new Error("there is no baseline");
      const request = { baseline, directory: root, deliverables: [], alwaysCopies: false, signal };
      writeFileSync(join(root, "src/m1/f1.js"), `exports.round = ${round};\n`);
      judgements.push(
        await measure(async () => {
          const opening = await Guard.open({ ...request, isForeign: () => false }, { clock, suspects, declared: [] });
          if (!opening.ok) throw new Error(opening.message);
          const { status } = await opening.guard.settle();
          if (status !== "still") throw new Error(status);
          await opening.guard.close(true);
          await opening.guard.evidence();
        }),
      );
      await opened.dispose();
    }
    return [
      { name: "git status", value: `${median(statuses).toFixed(0)} ms`, note: `${folders * filesEach} files` },
      row("baseline, the first of a process", firsts, statuses),
      row("judgement, no oracle touched", judgements, statuses),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function row(name: string, times: readonly number[], statuses: readonly number[]): Row {
  const ratio = median(times) / median(statuses);
  return { name, value: `${median(times).toFixed(0)} ms`, note: `${ratio.toFixed(1)} × git status` };
}

async function measure(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function fill(root: string): void {
  for (let folder = 0; folder < folders; folder += 1) {
    mkdirSync(join(root, `src/m${folder}`), { recursive: true });
    for (let file = 0; file < filesEach; file += 1) {
      writeFileSync(join(root, `src/m${folder}/f${file}.js`), `exports.x = ${folder * filesEach + file};\n`.repeat(20));
    }
  }
  writeFileSync(join(root, "package.json"), '{ "scripts": { "test": "node --test test" } }\n');
  git(root, "init", "-q");
  git(root, "add", "-A");
  git(root, "-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "-q", "-m", "start");
}

function git(cwd: string, ...args: string[]): void {
  execFileSync("git", args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
}
