/**
 * The graders' sessions that are open, with the directory that each may read. The host makes one plugin instance per
 * directory, and a grader may work in another one than its gate: they share this.
 */
const open = new Map<string, string>();

export const graders = {
  add: (sessionID: string, directory: string) => void open.set(sessionID, directory),
  remove: (sessionID: string) => void open.delete(sessionID),
  /** Undefined where the session is no grader's. */
  directoryOf: (sessionID: string) => open.get(sessionID),
};
