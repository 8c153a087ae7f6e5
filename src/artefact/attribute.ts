import type { Artefact, ArtefactReading, ChangedFile, TimeSpan } from "./artefact.ts";
import { diffsOf } from "./diffs.ts";
import { effectOf } from "./file-changes.ts";
import type { Actor, RecordedMessage, SessionRecord } from "./record.ts";

export interface Attribution {
  /** The producer's session first, then its descendants. */
  readonly sessions: readonly SessionRecord[];
  /** When the work was dispatched, in milliseconds since the epoch: older messages belong to earlier work. */
  readonly since: number;
  readonly declaredOutputs: readonly string[];
}

/** Reads from the host's own record what the producer and its descendants did since the dispatch. */
export function attribute({ sessions, since, declaredOutputs }: Attribution): ArtefactReading {
  const [producer] = sessions;
  if (producer === undefined) return { status: "unreadable", message: "the producer's session is not in the record" };
  const own = messagesSince(producer, since);
  const last = own.findLast((message) => message.role === "assistant");
  if (last === undefined) return { status: "unreadable", message: "the record holds no answer since the dispatch" };
  if (last.error !== undefined) return { status: "producerFailed", message: last.error };

  const found = new Changes();
  for (const session of sessions) {
    for (const message of messagesSince(session, since)) found.take(message, session.directory);
  }
  return {
    status: "read",
    artefact: { ...found.summarise(), finalReturnText: lastText(own), declaredOutputs },
    diffs: diffsOf(sessions, since),
    sessionIDs: sessions.map((session) => session.id),
    actors: actorsOf(sessions, since),
  };
}

function messagesSince(session: SessionRecord, since: number): RecordedMessage[] {
  return session.messages.filter((message) => message.createdAt >= since);
}

/** Each pair of agent and model once. */
function actorsOf(sessions: readonly SessionRecord[], since: number): Actor[] {
  const actors = new Map<string, Actor>();
  for (const { role, agent, model } of sessions.flatMap((session) => messagesSince(session, since))) {
    if (role !== "assistant") continue;
    const actor = { ...(agent === undefined ? {} : { agent }), ...(model === undefined ? {} : { model }) };
    const key = JSON.stringify([agent, model?.providerID, model?.modelID]);
    if (!actors.has(key)) actors.set(key, actor);
  }
  return [...actors.values()];
}

/** The last text that the producer itself wrote: after a cut stream a message holds an empty text first. */
function lastText(messages: readonly RecordedMessage[]): string {
  const last = messages.findLast((message) => message.role === "assistant");
  const text = last?.parts.findLast((part) => part.type === "text" && !part.synthetic);
  return text?.type === "text" ? text.text.trim() : "";
}

class Changes {
  private readonly attributed = new Map<string, ChangedFile["status"] | "gone">();
  private readonly observed = new Set<string>();
  private readonly untracked: TimeSpan[] = [];
  private snapshots = true;

  take(message: RecordedMessage, directory: string): void {
    let untracked = false;
    let snapshot = false;
    for (const part of message.parts) {
      if (part.type === "snapshot") snapshot = true;
      if (part.type !== "tool") continue;
      const effect = effectOf(part, directory);
      if (effect.kind === "files") for (const file of effect.files) this.add(file);
      if (effect.kind !== "untracked") continue;
      untracked = true;
      this.untracked.push({ from: part.startedAt ?? message.createdAt, to: part.endedAt ?? Number.MAX_SAFE_INTEGER });
    }
    if (!untracked) return;
    if (!snapshot) this.snapshots = false;
    for (const part of message.parts) {
      if (part.type === "patch") for (const file of part.files) this.observed.add(file);
    }
  }

  summarise(): Pick<Artefact, "changedFiles" | "attribution" | "untracked"> {
    const changedFiles: ChangedFile[] = [];
    for (const [path, status] of this.attributed) if (status !== "gone") changedFiles.push({ path, status });
    for (const path of this.observed) if (!this.attributed.has(path)) changedFiles.push({ path, status: "observed" });
    return { changedFiles, attribution: this.snapshots ? "known" : "unknown", untracked: this.untracked };
  }

  private add({ path, status }: ChangedFile): void {
    const before = this.attributed.get(path);
    if (status === "deleted") this.attributed.set(path, before === "added" || before === "gone" ? "gone" : "deleted");
    else if (before === "added") this.attributed.set(path, "added");
    else this.attributed.set(path, before === "deleted" ? "modified" : status);
  }
}
