import type { ArtefactReading } from "../../artefact/artefact.ts";
import { attribute } from "../../artefact/attribute.ts";
import type { SessionRecord } from "../../artefact/record.ts";
import type { Sessions } from "../../ports/host.ts";

export interface WorkRequest {
  readonly producerID: string;
  /** Producers of the attempts before: what they left is part of what this one hands in. */
  readonly earlier: readonly string[];
  /** When the first attempt began, in milliseconds since the epoch. */
  readonly since: number;
  readonly declaredOutputs: readonly string[];
}

export interface WorkReading {
  readonly reading: ArtefactReading;
  readonly text: string;
  readonly dollars: number | undefined;
}

/** What an attempt came to, as the host's record tells it. */
export async function readWork(
  { producerID, earlier, since, declaredOutputs }: WorkRequest,
  sessions: Pick<Sessions, "readTree">,
): Promise<WorkReading> {
  const tree = await sessions.readTree(producerID);
  if (tree.status === "unreadable") return { reading: tree, text: "", dollars: undefined };
  const others = await Promise.all(earlier.map((id) => sessions.readTree(id)));
  const all = [tree, ...others].flatMap((each) => (each.status === "read" ? each.sessions : []));
  const reading = attribute({ sessions: all, since, declaredOutputs });
  return { reading, text: lastWordsIn(tree.sessions[0]), dollars: costOf(tree.sessions) };
}

/** Also those of a turn that failed or was cut short: they may be all there is to show. */
function lastWordsIn(producer: SessionRecord | undefined): string {
  const parts = producer?.messages.filter(({ role }) => role === "assistant").flatMap((message) => message.parts) ?? [];
  const said = parts.flatMap((part) => (part.type === "text" && !part.synthetic ? part.text.trim() : ""));
  return said.findLast((text) => text !== "") ?? "";
}

/** Hosts count 0 where they know no prices. */
function costOf(sessions: readonly SessionRecord[]): number {
  return sessions.flatMap(({ messages }) => messages).reduce((sum, { cost = 0 }) => sum + cost, 0);
}
