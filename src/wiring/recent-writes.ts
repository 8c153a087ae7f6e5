import { effectOf } from "../artefact/file-changes.ts";

interface Write {
  readonly sessionID: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Paths remembered, the latest ones. */
const mostRemembered = 1000;

export interface FinishedCall {
  readonly tool: string;
  readonly sessionID: string;
  readonly args: unknown;
  readonly metadata: unknown;
}

/** Which session wrote a file last, by the host's own file tools: so that one's work is not held against another's. */
export class RecentWrites {
  private readonly byPath = new Map<string, Write>();
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  see({ tool, sessionID, args, metadata }: FinishedCall): void {
    const facts = { callID: "", input: recordOf(args), metadata: recordOf(metadata) };
    const effect = effectOf({ type: "tool", tool, status: "completed", ...facts }, this.directory);
    if (effect.kind !== "files") return;
    for (const { path } of effect.files) {
      this.byPath.delete(path);
      this.byPath.set(path, { sessionID, at: Date.now() });
      const [oldest] = this.byPath.keys();
      if (this.byPath.size > mostRemembered && oldest !== undefined) this.byPath.delete(oldest);
    }
  }

  /** Whether a session that is none of these has written an absolute path since then. */
  wasWrittenByOthers(path: string, { sessionIDs, since }: { sessionIDs: readonly string[]; since: number }): boolean {
    const write = this.byPath.get(path);
    return write !== undefined && write.at >= since && !sessionIDs.includes(write.sessionID);
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
