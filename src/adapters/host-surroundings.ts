import { homedir } from "node:os";

export interface HostSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** What the host process knows of the machine, as it was at this moment. */
export function hostSurroundings(): HostSurroundings {
  return { env: { ...process.env }, home: homedir(), platform: process.platform };
}
