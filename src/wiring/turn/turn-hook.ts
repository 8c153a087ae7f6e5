import type { Hooks } from "@opencode-ai/plugin";
import type { Definition } from "../../gate/delegation.ts";
import type { Sessions, Voice } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import { contain } from "../boundary.ts";
import type { Gatekeeper } from "../gatekeeper.ts";
import { isSendingBack, ownMark } from "../own-part.ts";
import type { Mailbox } from "./mailbox.ts";
import type { TurnAlarms } from "./turn-alarms.ts";
import type { Turns } from "./turns.ts";
import { authorOf, mayHoldBlock, strayTags, type TextPart, unwrapArguments, userTexts } from "./user-prompt.ts";

type MessageHook = NonNullable<Hooks["chat.message"]>;
type Arrival = Parameters<MessageHook>[1];

export interface TurnHookParts {
  readonly turns: Turns;
  readonly mailbox: Pick<Mailbox, "expectWork">;
  readonly alarms: TurnAlarms;
  readonly gatekeeper: Pick<Gatekeeper, "define">;
  readonly sessions: Pick<Sessions, "depthOf">;
  /** The command line where this is an `opencode run`, else empty. */
  readonly argumentsOfRun: readonly string[];
  readonly log: Log;
}

/** Sees a block in what a person or a client asks a session of its own, and begins to follow the turn. */
export function createTurnHook(parts: TurnHookParts): MessageHook {
  const { turns, alarms, log } = parts;
  return ({ sessionID }, arrival) =>
    contain(
      "message",
      log,
      () => receive(parts, sessionID, arrival),
      (message) => {
        if (!mayHoldBlock(textOf(userTexts(arrival.parts), []))) return;
        alarms.announceUnseen(message);
        turns.apply(sessionID, { kind: "message" });
      },
    );
}

async function receive(parts: TurnHookParts, sessionID: string, { message, parts: pieces }: Arrival): Promise<void> {
  const { turns, mailbox } = parts;
  const author = authorOf(pieces);
  const users = userTexts(pieces);
  // The plugin's notes ask the agent for nothing, its commands do: they are the user's own words to the host.
  if (author !== "plugin" || users.length > 0) mailbox.expectWork(sessionID);
  switch (author) {
    case "plugin":
      if (pieces.some((piece) => piece.type === "text" && isSendingBack(piece)))
        turns.returned(sessionID, message.time.created);
      return;
    case "host":
      return turns.disturb(sessionID);
    case "user":
      break;
  }
  // What it puts an end to has to be over before the state of the work tree is taken.
  turns.apply(sessionID, { kind: "message" });
  const text = textOf(users, parts.argumentsOfRun);
  const definition = mayHoldBlock(text) ? await defineTurn(parts, sessionID, text, message.agent) : undefined;
  const [first] = users;
  if (definition === undefined || first === undefined) return;
  await open(parts, { message, parts: pieces }, first, definition);
}

/** The Definition of Done of a message; undefined where there is none, or the session works for another one. */
async function defineTurn(
  { gatekeeper, sessions, alarms }: TurnHookParts,
  callerID: string,
  prompt: string,
  agent: string,
) {
  const depth = await sessions.depthOf(callerID);
  if (depth === undefined) throw new Error("the host does not tell whose session this is");
  if (depth > 0) return undefined;
  const definition = await gatekeeper.define({ prompt, agent, callerID, explicitOnly: true });
  if (definition.dods.length + definition.problems.length > 0) return definition;
  const stray = strayTags(definition.notes);
  if (stray.length > 0) await alarms.announceStrayTags(stray);
  return undefined;
}

async function open(
  { turns, alarms }: TurnHookParts,
  { message, parts }: Arrival,
  first: TextPart,
  definition: Definition,
) {
  const place = { sessionID: message.sessionID, messageID: message.id, partID: first.id };
  // Another instance of this plugin that sees the message now leaves it alone.
  first.metadata = { ...first.metadata, ...ownMark({ wiring: "turn", status: "pending" }) };
  alarms.expect();
  turns.open({ place, definition, since: message.time.created, voice: voiceOf(message) });
  if (definition.problems.length > 0) parts.push(...asides(first, await alarms.announceProblems(definition.problems)));
}

/**
 * A text beside the user's own, for people and for the agent; the host sorts parts by their ids. It begins with a line break
 * because a message that is taken back comes back as one text, in which a tag still has to stand alone on its line.
 */
function asides({ id, sessionID, messageID }: TextPart, text: string): TextPart[] {
  const common = { sessionID, messageID, type: "text", metadata: ownMark({ wiring: "turn" }) } as const;
  return [
    { ...common, id: `${id}a`, text: `\n${text}`, ignored: true },
    { ...common, id: `${id}b`, text, synthetic: true },
  ];
}

function textOf(texts: readonly TextPart[], argumentsOfRun: readonly string[]): string {
  return unwrapArguments(texts.map(({ text }) => text).join("\n"), argumentsOfRun);
}

/** The host sends a variant that its published types don't have. */
function voiceOf({ agent, model, system }: Arrival["message"]): Voice {
  const variant: unknown = "variant" in model ? model.variant : undefined;
  return {
    agent,
    model: { providerID: model.providerID, modelID: model.modelID },
    variant: typeof variant === "string" ? variant : undefined,
    system,
  };
}
