import type { Files } from "../ports/machine.ts";
import { type FileAtStart, longestFile } from "./pin.ts";

/** Something that lies where configuration is read, and is not in force. */
export interface FileNote {
  /** `edited` since the plugin started, or `overruled` from the start by what is committed. */
  readonly code: "edited" | "overruled";
  /** As messages show it. */
  readonly file: string;
}

/** Looks whether the configuration files are what they were when the plugin started: one small read for each. */
export async function inspectConfigFiles(atStart: readonly FileAtStart[], files: Files): Promise<FileNote[]> {
  const notes = atStart.map(async ({ path, shown, hash, overruled }): Promise<FileNote[]> => {
    if ((await hashNow(path, files)) !== hash) return [{ code: "edited", file: shown }];
    return overruled ? [{ code: "overruled", file: shown }] : [];
  });
  return (await Promise.all(notes)).flat();
}

/** A file that is too large for a configuration was none when the plugin started, and isn't worth reading. */
async function hashNow(path: string, files: Files): Promise<string | undefined> {
  const facts = await files.stat(path);
  if (facts === undefined) return undefined;
  return facts.size > longestFile ? `${facts.size} bytes` : files.hash(path);
}
