import type { PluginInput } from "@opencode-ai/plugin";
import type { ToolPart } from "@opencode-ai/sdk";
import type { SessionRecord } from "../../artefact/record.ts";
import type {
  AgentFacts,
  CallSite,
  DelegationLimits,
  PermissionRule,
  Sessions,
  TreeReading,
} from "../../ports/host.ts";
import { answer } from "./answer.ts";
import { actorOf, recordOf } from "./host-record.ts";

type Client = PluginInput["client"];

/** Descendants beyond this are not read; a verdict then says that the record is unreadable. */
const mostSessions = 200;
/** A call that is being judged now is among the caller's newest messages; one that went to the background may be older. */
const recentMessages = 50;
const rememberedMessages = 2000;

/** The host's sessions, read through its own client. */
export function createSessions(client: Client): Sessions {
  return {
    readTree: (sessionID) => readTree(client, sessionID),
    findCall: (sessionID, callID) => findCall(client, sessionID, recentMessages, (part) => part.callID === callID),
    findTask: (sessionID, producerID) =>
      findCall(client, sessionID, rememberedMessages, ({ tool, state }) => {
        const metadata = "metadata" in state ? state.metadata : undefined;
        return tool === "task" && metadata?.["sessionId"] === producerID;
      }),
    permissions: (sessionID, agent) => permissions(client, sessionID, agent),
    findAgent: async (name) => (await agents(client))?.find((agent) => agent.name === name),
    agents: () => agents(client),
    depthOf: (sessionID) => depthOf(client, sessionID),
    limits: () => limits(client),
  };
}

async function readTree(client: Client, root: string): Promise<TreeReading> {
  const sessions: SessionRecord[] = [];
  const waiting = [root];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    if (sessions.length >= mostSessions) {
      return { status: "unreadable", message: `the session has more than ${mostSessions} descendants` };
    }
    const path = { id };
    const [session, messages, children] = await Promise.all([
      answer(client.session.get({ path })),
      answer(client.session.messages({ path })),
      answer(client.session.children({ path })),
    ]);
    for (const read of [session, messages, children]) {
      if (read.status === "failed") return { status: "unreadable", message: `session ${id}: ${read.message}` };
    }
    if (session.status !== "ok" || messages.status !== "ok" || children.status !== "ok") continue;
    sessions.push(recordOf(session.data, messages.data));
    waiting.push(...children.data.map((child) => child.id));
  }
  return { status: "read", sessions };
}

async function findCall(
  client: Client,
  sessionID: string,
  limit: number,
  matches: (part: ToolPart) => boolean,
): Promise<CallSite | undefined> {
  const query = { limit };
  const messages = await answer(client.session.messages({ path: { id: sessionID }, query }));
  if (messages.status === "failed") return undefined;
  for (const message of messages.data.toReversed()) {
    const part = message.parts.findLast((each): each is ToolPart => each.type === "tool" && matches(each));
    if (part === undefined) continue;
    return {
      caller: actorOf(message.info),
      variant: textIn(message.info, "variant"),
      input: part.state.input,
      startedAt: "time" in part.state ? part.state.time.start : undefined,
    };
  }
  return undefined;
}

async function permissions(
  client: Client,
  sessionID: string,
  agent: string | undefined,
): Promise<readonly PermissionRule[] | undefined> {
  const [session, agents] = await Promise.all([
    answer(client.session.get({ path: { id: sessionID } })),
    answer(client.app.agents()),
  ]);
  if (session.status === "failed" || agents.status === "failed") return undefined;
  const name = agent ?? textIn(session.data, "agent");
  const acting = agents.data.find((each) => each.name === name);
  if (acting === undefined) return undefined;
  return [...rulesOf(acting), ...rulesOf(session.data)];
}

async function agents(client: Client): Promise<AgentFacts[] | undefined> {
  const listed = await answer(client.app.agents());
  if (listed.status === "failed") return undefined;
  return listed.data.map((agent) => {
    const variant = textIn(agent, "variant");
    const model = agent.model && { ...agent.model, ...(variant === undefined ? {} : { variant }) };
    return { name: agent.name, isHidden: isHidden(agent), rules: rulesOf(agent), model };
  });
}

/** Longer chains don't occur; a circle would be one. */
const mostAncestors = 50;

async function depthOf(client: Client, sessionID: string): Promise<number | undefined> {
  let id = sessionID;
  for (let depth = 0; depth <= mostAncestors; depth++) {
    const session = await answer(client.session.get({ path: { id } }));
    if (session.status === "failed") return undefined;
    if (session.data.parentID === undefined || session.data.parentID === null) return depth;
    id = session.data.parentID;
  }
  return undefined;
}

/** The host's own default. */
const defaultDepth = 1;

async function limits(client: Client): Promise<DelegationLimits | undefined> {
  const config = await answer(client.config.get());
  if (config.status === "failed") return undefined;
  const { subagent_depth: depth, experimental }: { subagent_depth?: unknown; experimental?: object } = config.data;
  const tools: unknown = experimental && "primary_tools" in experimental ? experimental.primary_tools : undefined;
  return {
    depth: typeof depth === "number" ? depth : defaultDepth,
    primaryTools: Array.isArray(tools) ? tools.filter((tool) => typeof tool === "string") : [],
  };
}

/** The host sends rules that its published types don't have, or have as an object. */
function rulesOf(owner: object): PermissionRule[] {
  const rules: unknown = "permission" in owner ? owner.permission : undefined;
  return Array.isArray(rules) ? rules.filter(isRule) : [];
}

function isRule(value: unknown): value is PermissionRule {
  if (typeof value !== "object" || value === null) return false;
  const { permission, pattern, action } = value as Record<string, unknown>;
  return (
    typeof permission === "string" &&
    typeof pattern === "string" &&
    (action === "allow" || action === "ask" || action === "deny")
  );
}

/** What the host sends beside its published types: the agent that a session last acted as, the variant of a model. */
function textIn(owner: object, key: "agent" | "variant"): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(owner, key)?.value;
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isHidden(agent: object): boolean {
  return "hidden" in agent && agent.hidden === true;
}
