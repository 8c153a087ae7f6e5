import type { Definition } from "../../gate/delegation.ts";
import type { Verdict } from "../../gate/verdict.ts";
import type { PartPlace, Voice } from "../../ports/host.ts";
import type { TurnState } from "./turn-state.ts";

/** A message with a block, and who is to work on it. */
export interface Opening {
  readonly place: PartPlace;
  readonly definition: Definition;
  /** When the message was made, in milliseconds since the epoch. */
  readonly since: number;
  readonly voice: Voice;
}

/** The work on one message with a block, as far as it has come. */
export interface Turn extends Opening {
  state: TurnState;
  /** When the agent was last asked; undefined where an answer may never come. */
  promptedAt: number | undefined;
  judging: AbortController | undefined;
  /** The session came to rest once more while its rest was looked at. */
  restedAgain: boolean;
  /** The host has put something into the session meanwhile, which the agent may take up. */
  disturbed: boolean;
  verdict: Verdict | undefined;
  /** Why its work could not be sent back, where it couldn't. */
  obstacle: string | undefined;
}

export function beginning(opening: Opening): Turn {
  return {
    ...opening,
    state: { phase: "working", fixes: 0 },
    promptedAt: opening.since,
    judging: undefined,
    restedAgain: false,
    disturbed: false,
    verdict: undefined,
    obstacle: undefined,
  };
}

/** Two blocks that the agent works on at once make one turn: all of them have to be met. */
export function joined(turn: Turn, { definition }: Opening): Turn {
  const both = [turn.definition, definition];
  return {
    ...turn,
    definition: {
      ...definition,
      ...turn.definition,
      plans: both.flatMap(({ plans = [] }) => plans),
      dods: both.flatMap(({ dods }) => dods),
      problems: both.flatMap(({ problems }) => problems),
      notes: both.flatMap(({ notes }) => notes),
    },
  };
}
