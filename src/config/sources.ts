import type { Files, ReadOutcome } from "../ports/machine.ts";
import { configFiles, type Surroundings } from "./config-files.ts";
import { type FileAtStart, longestFile, type Pin, readAllPinned } from "./pin.ts";
import type { Fault } from "./problem.ts";

/** A layer that is there, read but not yet understood. */
export type Source = {
  /** Absolute: the directory that its relative paths begin in. */
  readonly home: string;
} & (
  | { readonly kind: "options"; readonly name: "plugin options"; readonly value: unknown }
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  | { readonly kind: "broken"; readonly name: string; readonly fault: Fault }
);

export interface ConfigRequest extends Surroundings {
  /** What the host's configuration passes to the plugin. */
  readonly options: unknown;
  readonly files: Files;
  /** Without one, a project's own files count as they lie there. */
  readonly pin?: Pin;
}

export interface ReadSources {
  /** The layers that are there, the weakest first. */
  readonly sources: readonly Source[];
  /** Every place that was looked at. */
  readonly atStart: readonly FileAtStart[];
}

export async function readSources(request: ConfigRequest): Promise<ReadSources> {
  const { files, options } = request;
  const [directory, worktree] = await Promise.all([
    resolveLinks(request.directory, files),
    resolveLinks(request.worktree, files),
  ]);
  const places = configFiles({ ...request, directory, worktree });
  const read = await readAllPinned(places, { files, pin: request.pin, worktree });
  const given = { kind: "options", name: "plugin options", value: options, home: directory } as const;
  return {
    sources: [
      ...(isEmpty(options) ? [] : [given]),
      ...places.flatMap(({ shown, home = directory }, index) => sourceOf(shown, home, read[index]?.outcome)),
    ],
    atStart: read.map(({ atStart }) => atStart),
  };
}

/** The host may know a directory and its repository by different paths. Its `/` is no path, but says that there is none. */
async function resolveLinks(path: string, files: Files): Promise<string> {
  return path === "/" ? path : ((await files.realPath(path)) ?? path);
}

function sourceOf(name: string, home: string, outcome: ReadOutcome = { status: "missing" }): Source[] {
  switch (outcome.status) {
    case "ok":
      return [{ kind: "text", name, home, text: outcome.text }];
    case "missing":
      return [];
    case "notAFile":
      return [{ kind: "broken", name, home, fault: { code: "notAFile" } }];
    case "tooLarge":
      return [{ kind: "broken", name, home, fault: { code: "tooLarge", size: outcome.size, limit: longestFile } }];
    case "unreadable":
      return [{ kind: "broken", name, home, fault: { code: "unreadable", message: outcome.message } }];
  }
}

function isEmpty(options: unknown): boolean {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return options === undefined;
  return Object.keys(options).length === 0;
}
