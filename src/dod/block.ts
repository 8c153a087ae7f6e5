import type { Position } from "./dod.ts";

/** A complete block, unread. */
export interface Block {
  /** Of its open tag. */
  readonly at: Position;
  readonly tag: string;
  readonly fenced: boolean;
  /** The text between the lines of its tags. */
  readonly body: string;
  /** The range of the text that it covers, tags included. */
  readonly start: number;
  readonly end: number;
}
