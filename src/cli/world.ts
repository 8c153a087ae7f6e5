import type { HostSurroundings } from "../adapters/host-surroundings.ts";
import type { Output } from "./output.ts";
import type { StandardInput } from "./standard-input.ts";

/** What the command has around it. */
export interface World extends HostSurroundings {
  /** Absolute: where it was called. */
  readonly cwd: string;
  readonly input: StandardInput;
  readonly out: Output;
  readonly err: Output;
  /** Aborts when the command is to end. */
  readonly signal: AbortSignal;
}
