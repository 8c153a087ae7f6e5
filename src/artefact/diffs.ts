import { isAbsolute, resolve } from "node:path";
import type { RecordedToolCall, SessionRecord } from "./record.ts";

/** How much of the diffs of one file is kept, in UTF-16 code units: readers show less. */
const mostOfFile = 64 * 1024;

/** Diffs by the absolute path of the file, as the host recorded them with the producer's own tool calls. */
export type Diffs = ReadonlyMap<string, string>;

export function diffsOf(sessions: readonly SessionRecord[], since: number): Diffs {
  const diffs = new Map<string, string>();
  for (const { messages, directory } of sessions) {
    for (const { createdAt, parts } of messages) {
      if (createdAt < since) continue;
      for (const part of parts) {
        if (part.type !== "tool" || part.status !== "completed") continue;
        for (const { path, diff } of diffsIn(part)) {
          const absolute = isAbsolute(path) ? resolve(path) : resolve(directory, path);
          const before = diffs.get(absolute);
          const joined = before === undefined ? diff : `${before}\n${diff}`;
          diffs.set(absolute, joined.slice(-mostOfFile));
        }
      }
    }
  }
  return diffs;
}

interface FileDiff {
  readonly path: string;
  readonly diff: string;
}

function diffsIn({ tool, input, metadata }: RecordedToolCall): FileDiff[] {
  switch (tool) {
    case "write":
      // The host records no diff of a written file, but all of its content.
      return fileDiff(metadata["filepath"] ?? input["filePath"], asAdded(input["content"]));
    case "edit": {
      const diff = property(metadata["filediff"], "patch") ?? metadata["diff"];
      return fileDiff(property(metadata["filediff"], "file") ?? input["filePath"], diff);
    }
    case "apply_patch": {
      const files: unknown = metadata["files"];
      if (!Array.isArray(files)) return [];
      return files.flatMap((file) =>
        fileDiff(property(file, "movePath") ?? property(file, "filePath"), property(file, "patch")),
      );
    }
    default:
      return [];
  }
}

function asAdded(content: unknown): string | undefined {
  return typeof content === "string" ? content.replace(/\r?\n$/, "").replace(/^/gm, "+") : undefined;
}

function fileDiff(path: unknown, diff: unknown): FileDiff[] {
  return typeof path === "string" && typeof diff === "string" && diff !== "" ? [{ path, diff }] : [];
}

function property(owner: unknown, name: string): unknown {
  return typeof owner === "object" && owner !== null ? (owner as Record<string, unknown>)[name] : undefined;
}
