import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../ports/machine.ts";
import type { Repositories, RepositoryOpening } from "../../ports/repository.ts";
import { makeGitDirectory } from "./git-directory.ts";
import { readLayout } from "./git-layout.ts";
import { makePrivateDirectory, outsideOf, sweepOrphans } from "./private-directory.ts";
import { createPrivateRepository, type PrivateRepository } from "./private-repository.ts";
import { removeTree } from "./remove-tree.ts";

/** Milliseconds that what is under way may still take at the end. */
const patienceMs = 5000;

export interface RepositoriesParts {
  /** The user's data directory, absolute. */
  readonly data: string;
  readonly hostEnv: Readonly<Record<string, string | undefined>>;
  /** git's executable, from outside the project; undefined where there is none. */
  readonly findGit: (directory: string) => Promise<string | undefined>;
  readonly log: Log;
}

export interface DisposableRepositories extends Repositories {
  /** Removes what crashed processes have left. Never rejects. */
  sweep(): Promise<void>;
  /** Removes everything; resolves when that is done. */
  dispose(): Promise<void>;
}

/** Made when first asked for, one per work tree, in a directory of this process's own. */
export function createRepositories({ data, hostEnv, findGit, log }: RepositoriesParts): DisposableRepositories {
  const env = withoutGit(hostEnv);
  const byRoot = new Map<string, Promise<PrivateRepository>>();
  const roots: string[] = [];
  let isDisposed = false;
  let sweeping: Promise<void> | undefined;
  const home = join(data, "opencode-dod-gate", "integrity");
  const substitute = join(tmpdir(), "opencode-dod-gate");

  async function open(directory: string, signal: AbortSignal): Promise<RepositoryOpening> {
    const file = await findGit(directory);
    if (file === undefined) return { status: "failed", message: "git is not installed here" };
    const reading = await readLayout({ file, directory, env, signal });
    if (reading.status !== "read") return reading;
    const { layout } = reading;
    const key = layout.root;
    const known = byRoot.get(key);
    if (known !== undefined) return { status: "open", repository: await known };
    const parent = outsideOf(layout.root, [home, substitute]);
    if (parent === undefined) return { status: "failed", message: "the data directory lies in the project" };
    const making = (async () => {
      const own = await makePrivateDirectory(parent);
      roots.push(own);
      const git = await makeGitDirectory(join(own, "git"), layout, { file, env });
      await mkdir(join(own, "copies"));
      return createPrivateRepository({ git, copies: join(own, "copies") });
    })();
    byRoot.set(key, making);
    making.catch(() => byRoot.delete(key));
    return { status: "open", repository: await making };
  }

  return {
    sweep() {
      sweeping ??= Promise.all([home, substitute].map(sweepOrphans)).then((failures) => {
        for (const failure of failures.flat()) log("warn", `integrity: left over and not removable: ${failure}`);
      });
      return sweeping;
    },
    async open(directory, signal) {
      if (isDisposed) return { status: "failed", message: "OpenCode is closing" };
      try {
        return await open(directory, signal);
      } catch (error) {
        return { status: "failed", message: error instanceof Error ? error.message : String(error) };
      }
    },
    async dispose() {
      isDisposed = true;
      const opened = await Promise.allSettled([...byRoot.values(), sweeping]);
      // Whoever asked has been told to stop.
      const resting = opened.map((each) => (each.status === "fulfilled" ? each.value?.rest() : undefined));
      await Promise.race([Promise.all(resting), sleep(patienceMs, undefined, { ref: false })]);
      for (const root of roots) {
        const problem = await removeTree(root);
        if (problem !== undefined) log("warn", `integrity: ${root} could not be removed: ${problem}`);
      }
    },
  };
}

/** Git's own variables could lead it elsewhere. */
function withoutGit(env: RepositoriesParts["hostEnv"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].toUpperCase().startsWith("GIT_"),
    ),
  );
}
