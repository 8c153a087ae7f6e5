import type { ArtefactReading } from "../../artefact/artefact.ts";
import { attribute } from "../../artefact/attribute.ts";
import type { SessionRecord } from "../../artefact/record.ts";
import { graderAgent } from "../../grader/agent.ts";
import type { Conversations, Sessions } from "../../ports/host.ts";

/** The host's own agent that sums a session up: what it says is no part of the work. */
const compaction = "compaction";

export interface TurnRequest {
  readonly sessionID: string;
  /** When the user's message came, in milliseconds since the epoch. */
  readonly since: number;
  /** When the agent was last asked: without an answer since, it is not at its end. Undefined where none has to come. */
  readonly promptedAt: number | undefined;
  /** Whether nothing goes on any more, whatever it looks like. */
  readonly isOver: boolean;
  readonly declaredOutputs: readonly string[];
}

/** What was done since the user's message, by the session and all that it set to work; undefined while that goes on. */
export async function readTurn(
  { sessionID, since, promptedAt, isOver, declaredOutputs }: TurnRequest,
  sessions: Pick<Sessions, "readTree">,
  conversations: Pick<Conversations, "busy">,
): Promise<ArtefactReading | undefined> {
  // In this order: what is at rest has its record complete.
  const busy = await conversations.busy();
  const tree = await sessions.readTree(sessionID);
  if (tree.status === "unreadable") return tree;
  const workers = tree.sessions.filter((session) => !isGrader(session)).map(withoutSummaries);
  const [root] = workers;
  const answers = root?.messages.filter(({ role }) => role === "assistant") ?? [];
  const isAnswered = promptedAt === undefined || answers.some(({ createdAt }) => createdAt >= promptedAt);
  // After a failure the host says that the session is at rest before it has written down why.
  const goesOn = !isAnswered || answers.at(-1)?.unfinished === true || workers.some(({ id }) => busy.has(id));
  if (goesOn && !isOver) return undefined;
  return attribute({ sessions: workers, since, declaredOutputs });
}

function isGrader({ messages }: SessionRecord): boolean {
  return messages.some(({ agent }) => agent === graderAgent.name);
}

function withoutSummaries(session: SessionRecord): SessionRecord {
  return { ...session, messages: session.messages.filter(({ agent }) => agent !== compaction) };
}
