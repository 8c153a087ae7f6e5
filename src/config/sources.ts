import type { Files } from "../ports.ts";
import { type ConfigFile, configFiles, type Surroundings } from "./config-files.ts";
import type { Fault } from "./problem.ts";

/** Bytes that a configuration file may have at most. */
const longestFile = 256 * 1024;

/** A layer that is there, read but not yet understood. */
export type Source =
  | { readonly kind: "options"; readonly name: "plugin options"; readonly value: unknown }
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  | { readonly kind: "broken"; readonly name: string; readonly fault: Fault };

export interface ConfigRequest extends Surroundings {
  /** What the host's configuration passes to the plugin. */
  readonly options: unknown;
  readonly files: Files;
}

/** The layers that are there, the weakest first. */
export async function readSources(request: ConfigRequest): Promise<Source[]> {
  const { files, options } = request;
  const [directory, worktree] = await Promise.all([
    resolveLinks(request.directory, files),
    resolveLinks(request.worktree, files),
  ]);
  const places = configFiles({ ...request, directory, worktree });
  const read = await Promise.all(places.map((place) => readFile(place, files)));
  return [
    ...(isEmpty(options) ? [] : [{ kind: "options", name: "plugin options", value: options } as const]),
    ...read.flat(),
  ];
}

/** The host may know a directory and its repository by different paths. Its `/` is no path, but says that there is none. */
async function resolveLinks(path: string, files: Files): Promise<string> {
  return path === "/" ? path : ((await files.realPath(path)) ?? path);
}

async function readFile({ path, shown: name }: ConfigFile, files: Files): Promise<Source[]> {
  const outcome = await files.read(path, longestFile);
  switch (outcome.status) {
    case "ok":
      return [{ kind: "text", name, text: outcome.text }];
    case "missing":
      return [];
    case "notAFile":
      return [{ kind: "broken", name, fault: { code: "notAFile" } }];
    case "tooLarge":
      return [{ kind: "broken", name, fault: { code: "tooLarge", size: outcome.size, limit: longestFile } }];
    case "unreadable":
      return [{ kind: "broken", name, fault: { code: "unreadable", message: outcome.message } }];
  }
}

function isEmpty(options: unknown): boolean {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return options === undefined;
  return Object.keys(options).length === 0;
}
