import type { Hooks } from "@opencode-ai/plugin";
import type { GateTools } from "../gate/requests.ts";
import { abandon } from "../integrity/abandon.ts";
import { type Baseline, takeBaseline } from "../integrity/baseline.ts";
import { Suspects } from "../integrity/suspects.ts";
import { changedSettings, readUserSettings, type UserSettings } from "../integrity/user-settings.ts";
import type { Clock, Files, Log } from "../ports/machine.ts";
import type { Repositories, WorkState } from "../ports/repository.ts";
import { contain } from "./boundary.ts";
import { RecentWrites } from "./recent-writes.ts";

export interface IntegrityParts {
  readonly repositories: Repositories;
  readonly files: Pick<Files, "hash">;
  readonly clock: Clock;
  /** Absolute: relative paths in tool calls begin there. */
  readonly directory: string;
  /** Globs of more oracles, relative to the repository's root. */
  readonly oracles: readonly string[];
  /** Absolute paths of settings outside of the project that bend what commands do. */
  readonly settingsFiles: readonly string[];
  readonly log: Log;
}

/** What a project remembers so that work can't decide about itself. */
export interface Integrity {
  /** Takes the state of the work tree that an absolute directory lies in. */
  takeBaseline(directory: string): Promise<Baseline>;
  readonly openGuard: GateTools["openGuard"];
  readonly abandon: NonNullable<GateTools["abandon"]>;
  /** Sees every finished call of a tool. */
  readonly after: NonNullable<Hooks["tool.execute.after"]>;
}

export function createIntegrity(parts: IntegrityParts): Integrity {
  const { repositories, files, clock, directory, oracles, settingsFiles, log } = parts;
  const suspects = new Suspects();
  const settingsAt = new WeakMap<WorkState, UserSettings>();
  const writes = new RecentWrites(directory);
  return {
    async takeBaseline(at) {
      const settings = await readUserSettings(settingsFiles, files);
      const baseline = await takeBaseline(at, { repositories, suspects, clock });
      if (baseline.status === "taken") settingsAt.set(baseline.state, settings);
      return baseline;
    },
    async openGuard(request, sessionIDs) {
      const before = settingsAt.get(request.baseline.state) ?? new Map();
      const [changed] = changedSettings(before, await readUserSettings(settingsFiles, files));
      if (changed !== undefined)
        return { ok: false, message: `${changed}, which package managers read, is not what it was at the dispatch` };
      // It brings much along, so it is loaded when it is first needed.
      const { Guard } = await import("../gate/guard.ts");
      const since = Date.now();
      const isForeign = (path: string) => writes.wasWrittenByOthers(path, { sessionIDs, since });
      return Guard.open({ ...request, isForeign }, { clock, suspects, declared: oracles });
    },
    abandon(baseline) {
      const remembering = contain<string | undefined>(
        "abandoned work",
        log,
        () => abandon(baseline, { suspects, clock }),
        () => undefined,
      );
      suspects.expect(remembering);
      void remembering.then((failure) => {
        if (failure !== undefined) log("warn", `integrity: what unjudged work has changed is not known: ${failure}`);
      });
    },
    after: (input, output) =>
      contain(
        "recent writes",
        log,
        () => writes.see({ ...input, metadata: output?.metadata }),
        () => undefined,
      ),
  };
}
