import { isAbsolute, resolve } from "node:path";
import type { ChangedFile } from "./artefact.ts";
import type { RecordedToolCall } from "./record.ts";

/** How one tool call touches files. */
export type ToolEffect =
  | { readonly kind: "files"; readonly files: readonly ChangedFile[] }
  | { readonly kind: "readOnly" }
  /** It may have changed anything: the record doesn't say. */
  | { readonly kind: "untracked" };

const readOnlyTools = new Set([
  "read",
  "glob",
  "grep",
  "list",
  "lsp",
  "skill",
  "question",
  "todowrite",
  "todoread",
  "webfetch",
  "websearch",
  "codesearch",
  "plan_enter",
  "plan_exit",
  // A call that the host refused because there is no such tool.
  "invalid",
  // What a subagent does is read from its own session.
  "task",
  "delegate",
]);

/** What the host's record says of a call's effect on files; paths come out absolute. */
export function effectOf(call: RecordedToolCall, directory: string): ToolEffect {
  if (call.status === "pending" || readOnlyTools.has(call.tool)) return { kind: "readOnly" };
  switch (call.tool) {
    case "write":
      return settled(call, () => written(call, directory));
    case "edit":
      return settled(call, () => edited(call, directory));
    case "apply_patch":
      return settled(call, () => patched(call, directory));
    default:
      return { kind: "untracked" };
  }
}

/** A file tool that ended in an error or never ended may have written some of its files: only snapshots can tell. */
function settled(call: RecordedToolCall, files: () => ChangedFile[] | undefined): ToolEffect {
  const found = call.status === "completed" ? files() : undefined;
  return found === undefined ? { kind: "untracked" } : { kind: "files", files: found };
}

function written(call: RecordedToolCall, directory: string): ChangedFile[] | undefined {
  const path = textOf(call.metadata["filepath"]) ?? textOf(call.input["filePath"]);
  if (path === undefined) return undefined;
  return [{ path: absolute(path, directory), status: call.metadata["exists"] === true ? "modified" : "added" }];
}

function edited(call: RecordedToolCall, directory: string): ChangedFile[] | undefined {
  const diff = call.metadata["filediff"];
  const path = textOf(isRecord(diff) ? diff["file"] : undefined) ?? textOf(call.input["filePath"]);
  return path === undefined ? undefined : [{ path: absolute(path, directory), status: "modified" }];
}

function patched(call: RecordedToolCall, directory: string): ChangedFile[] | undefined {
  const files = call.metadata["files"];
  if (!Array.isArray(files)) return undefined;
  const changes: ChangedFile[] = [];
  for (const file of files) {
    const path = isRecord(file) ? textOf(file["filePath"]) : undefined;
    if (!isRecord(file) || path === undefined) return undefined;
    const from = absolute(path, directory);
    const to = textOf(file["movePath"]);
    if (file["type"] === "delete") changes.push({ path: from, status: "deleted" });
    else if (to !== undefined) {
      changes.push({ path: from, status: "deleted" }, { path: absolute(to, directory), status: "added" });
    } else changes.push({ path: from, status: file["type"] === "add" ? "added" : "modified" });
  }
  return changes;
}

function absolute(path: string, directory: string): string {
  return isAbsolute(path) ? resolve(path) : resolve(directory, path);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
