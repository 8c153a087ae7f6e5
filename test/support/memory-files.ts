import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { FileFacts, Files, FindOutcome, ReadOutcome } from "../../src/ports/machine.ts";

/** What stands at a path. A string or bytes is a plain file; the directories above a path are there without being named. */
export type MemoryEntry = string | Uint8Array | MemoryFile | MemoryLink | { readonly kind: "directory" | "fifo" };

interface MemoryFile {
  readonly content: string | Uint8Array;
  readonly executable?: boolean;
  readonly changedAt?: number;
  /** Why reading it fails. */
  readonly unreadable?: string;
}

/** Absolute, or relative to the directory it stands in. */
interface MemoryLink {
  readonly link: string;
}

type Leaf = Exclude<MemoryEntry, MemoryLink>;
type Found = { readonly path: string; readonly entry: Leaf };

const MOST_LINKS = 40;

/** Files over a plain object of absolute POSIX paths, looked up at each call: a test may change the object as it goes. */
export function memoryFiles(entries: Record<string, MemoryEntry>): Files {
  const lookUp = (path: string): Found | "missing" | "loop" => {
    let links = 0;
    let at = "/";
    const rest = path.split("/");
    while (rest.length > 0) {
      const name = rest.shift() ?? "";
      if (name !== "" && !isDirectory(entryAt(at))) return "missing";
      if (name === "" || name === ".") continue;
      const next = name === ".." ? posix.dirname(at) : posix.join(at, name);
      const entry = entryAt(next);
      if (entry === undefined) return "missing";
      if (isLink(entry)) {
        links += 1;
        if (links > MOST_LINKS) return "loop";
        if (entry.link.startsWith("/")) at = "/";
        rest.unshift(...entry.link.split("/"));
      } else at = next;
    }
    const entry = entryAt(at);
    if (entry === undefined || isLink(entry)) return "missing";
    if (path.endsWith("/") && !isDirectory(entry)) return "missing";
    return { path: at, entry };
  };

  const entryAt = (path: string): MemoryEntry | undefined => {
    if (Object.hasOwn(entries, path)) return entries[path];
    const prefix = path === "/" ? "/" : `${path}/`;
    const implied = path === "/" || Object.keys(entries).some((name) => name.startsWith(prefix));
    return implied ? { kind: "directory" } : undefined;
  };

  const bytesAt = (path: string): { status: "ok"; bytes: Buffer } | Exclude<ReadOutcome, { status: "ok" }> => {
    const found = lookUp(path);
    if (found === "missing") return { status: "missing" };
    if (found === "loop") return { status: "unreadable", message: `ELOOP: too many symbolic links, open '${path}'` };
    const { entry } = found;
    if (typeof entry === "object" && "unreadable" in entry && entry.unreadable !== undefined) {
      return { status: "unreadable", message: entry.unreadable };
    }
    const bytes = contentOf(entry);
    return bytes === undefined ? { status: "notAFile" } : { status: "ok", bytes };
  };

  return {
    async realPath(path) {
      const found = lookUp(path);
      return typeof found === "string" ? undefined : found.path;
    },
    async stat(path): Promise<FileFacts | undefined> {
      const found = lookUp(path);
      if (typeof found === "string") return undefined;
      const { entry } = found;
      const bytes = contentOf(entry);
      const changedAt = typeof entry === "object" && "changedAt" in entry ? (entry.changedAt ?? 0) : 0;
      if (bytes !== undefined) return { type: "file", size: bytes.length, changedAt };
      return { type: isDirectory(entry) ? "directory" : "other", size: 0, changedAt };
    },
    async read(path, maxBytes): Promise<ReadOutcome> {
      const found = bytesAt(path);
      if (found.status !== "ok") return found;
      if (found.bytes.length > maxBytes) return { status: "tooLarge", size: found.bytes.length };
      return { status: "ok", text: new TextDecoder().decode(found.bytes) };
    },
    async find(path, text, signal): Promise<FindOutcome> {
      const found = bytesAt(path);
      if (found.status !== "ok") return found;
      if (signal.aborted) return { status: "unreadable", message: "stopped before the end of the file was reached" };
      return { status: found.bytes.includes(Buffer.from(text)) ? "found" : "notFound" };
    },
    async hash(path) {
      const found = bytesAt(path);
      return found.status === "ok" ? createHash("sha256").update(found.bytes).digest("hex") : undefined;
    },
    async isExecutable(path) {
      const found = lookUp(path);
      if (typeof found === "string" || typeof found.entry !== "object") return false;
      return "executable" in found.entry && found.entry.executable === true;
    },
  };
}

function isLink(entry: MemoryEntry): entry is MemoryLink {
  return typeof entry === "object" && "link" in entry;
}

function isDirectory(entry: MemoryEntry | undefined): boolean {
  return typeof entry === "object" && "kind" in entry && entry.kind === "directory";
}

function contentOf(entry: Leaf): Buffer | undefined {
  const content =
    typeof entry === "string" || entry instanceof Uint8Array ? entry : "content" in entry ? entry.content : undefined;
  if (content === undefined) return undefined;
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
}
