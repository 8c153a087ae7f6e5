import { join } from "node:path";
import type { ChangedFile } from "../../artefact/artefact.ts";
import type { History, HistoryReading } from "../../ports/repository.ts";
import { askGit } from "./git-command.ts";

/** Milliseconds that one question to git may take: listing a large work tree is slow on a cold disk. */
const PATIENCE_MS = 30_000;
/** Bytes of an answer: some hundred thousand names. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

type Reply = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly message: string };

/** The git of the machine, without the pager, the file monitor, and the programs for differences that a repository may name. */
export function createHistory(): History {
  return { root, changesSince };
}

async function root(directory: string): Promise<string | undefined> {
  const reply = await ask(directory, ["rev-parse", "--show-toplevel"]);
  const path = reply.ok ? reply.output.replace(/\r?\n$/, "") : "";
  return path === "" ? undefined : path;
}

async function changesSince(commit: string, directory: string): Promise<HistoryReading> {
  const top = await root(directory);
  if (top === undefined) return failed("the directory lies in no work tree of git");
  const named = await ask(top, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`]);
  if (!named.ok) return failed("git knows no such commit; a shallow clone holds only the newest ones");
  const base = await ask(top, ["merge-base", named.output.trim(), "HEAD"]);
  if (!base.ok) return failed("it has no ancestor in common with HEAD; a shallow clone may not hold it");
  const differing = ["diff", "--name-status", "-z", "--no-renames", "--no-relative", "--no-ext-diff", "--no-textconv"];
  const [tracked, untracked] = await Promise.all([
    ask(top, [...differing, "--ignore-submodules=none", base.output.trim(), "--"]),
    ask(top, ["ls-files", "--others", "--exclude-standard", "-z"]),
  ]);
  if (!tracked.ok) return failed(tracked.message);
  if (!untracked.ok) return failed(untracked.message);
  return { status: "read", files: [...readStatus(tracked.output, top), ...readNames(untracked.output, top)] };
}

function failed(message: string): HistoryReading {
  return { status: "failed", message };
}

/** Letters and names in turn, each ended by a NUL. */
function readStatus(output: string, top: string): ChangedFile[] {
  const fields = output.split("\0");
  const files: ChangedFile[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [letter = "", name = ""] = fields.slice(index, index + 2);
    files.push({ path: join(top, name), status: statusOf(letter) });
  }
  return files;
}

function statusOf(letter: string): ChangedFile["status"] {
  if (letter === "A") return "added";
  return letter === "D" ? "deleted" : "modified";
}

function readNames(output: string, top: string): ChangedFile[] {
  const names = output.split("\0").filter((name) => name !== "");
  return names.map((name) => ({ path: join(top, name), status: "added" }));
}

async function ask(directory: string, args: readonly string[]): Promise<Reply> {
  const limits = { maxBytes: LONGEST_ANSWER, patienceMs: PATIENCE_MS };
  const answer = await askGit({ directory, args: ["--no-pager", ...args], ...limits });
  switch (answer.status) {
    case "ok":
      return { ok: true, output: answer.output.toString("utf8") };
    case "missing":
      return { ok: false, message: "there is no git" };
    case "refused":
    case "failed":
      return answer.message === ""
        ? { ok: false, message: "git gave no reason" }
        : { ok: false, message: answer.message };
  }
}
