import type { FileAtStart } from "../config/pin.ts";
import type { Log } from "../ports/machine.ts";
import { renderBrokenConfig } from "../report/broken-config.ts";
import { describeFileNote } from "../report/cause-sentence.ts";

export interface ConfigAnnouncement {
  /** Sentences about a configuration that can't be used. */
  readonly problems: readonly string[];
  readonly atStart: readonly FileAtStart[];
  readonly toast: (message: string, variant: "error" | "warning") => void;
  readonly log: Log;
}

/** Says what is wrong with the configuration, and which edits of it are not in force. */
export function announceConfig({ problems, atStart, toast, log }: ConfigAnnouncement): void {
  const overruled = atStart.flatMap(({ overruled, shown: file }) =>
    overruled ? [describeFileNote({ code: "overruled", file })] : [],
  );
  for (const problem of problems) log("error", `configuration: ${problem}`);
  for (const notice of overruled) log("warn", `configuration: ${notice}`);
  if (problems.length > 0) toast([renderBrokenConfig(problems), ...overruled].join("\n"), "error");
  else if (overruled.length > 0) toast(overruled.join("\n"), "warning");
}
