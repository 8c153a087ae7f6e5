import type { Step } from "../test/e2e/harness/steps.ts";

/** One piece of work that the demo shows, and what must be true of what came of it. */
export interface Scene {
  readonly title: string;
  readonly says: string;
  /** A caller delegates it with `task`, or a user asks for it in a prompt of their own. */
  readonly way: Way;
  readonly files: Readonly<Record<string, string>>;
  readonly gate?: unknown;
  readonly prompt: string;
  /** What whoever does the work does, step by step. */
  readonly work: readonly Step[];
  readonly claims: readonly Claim[];
}

export type Way = "task" | "ownPrompt";

export interface Claim {
  readonly says: string;
  readonly holds: (seen: Seen) => boolean;
}

export interface Seen {
  /** In its order: a `task` call's one result, or all that stands in the user's session below the prompt. */
  readonly said: readonly Said[];
  /** Milliseconds from the call to its result; until the last verdict of an own prompt. */
  readonly tookMs: number;
  /** Requests that whoever did the work made to the model. */
  readonly requests: number;
  /** Processes of the scene's own that are still running. */
  readonly leftRunning: number;
}

export interface Said {
  readonly by: "result" | "agent" | "gate";
  readonly text: string;
}

/** Whether something that came back holds a text. */
export const reads =
  (text: string) =>
  ({ said }: Seen): boolean =>
    said.some((each) => each.text.includes(text));

/** Every sleeping process of a scene carries this argument, so that survivors can be found. */
export const sleeperMark = `demo-sleeper-${process.pid}`;
