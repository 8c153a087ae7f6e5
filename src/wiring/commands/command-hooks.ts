import type { Hooks } from "@opencode-ai/plugin";
import type { Notes, Sessions } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import { renderSessionReport } from "../../report/session-report.ts";
import type { Scrub } from "../../scrub/scrub.ts";
import { contain } from "../boundary.ts";
import type { Annotations } from "../plan/annotations.ts";
import { repeatReport } from "./command-templates.ts";
import { readVerdicts } from "./session-verdicts.ts";

type CommandHook = NonNullable<Hooks["command.execute.before"]>;
type Parts = Parameters<CommandHook>[1]["parts"];
type TextPart = Extract<Parts[number], { type: "text" }>;

export interface CommandParts {
  readonly registered: ReadonlySet<string>;
  readonly annotations: Annotations;
  readonly sessions: Pick<Sessions, "readTree">;
  readonly notes: Notes;
  readonly loadScrub: () => Promise<Scrub>;
  readonly log: Log;
}

const writingTools: ReadonlySet<string> = new Set(["edit", "write", "apply_patch", "bash"]);

export interface CommandHooks {
  readonly before: CommandHook;
  readonly afterTool: NonNullable<Hooks["tool.execute.after"]>;
  /** To be called when a session has come to rest; never rejects. */
  readonly rest: (sessionID: string) => Promise<void>;
}

/**
 * What the plugin's own commands do besides prompting the model. Their messages are marked as the plugin's, so that nobody
 * takes a block in them for one that the user wrote.
 */
export function createCommandHooks(parts: CommandParts): CommandHooks {
  const { registered, annotations, sessions, notes, loadScrub, log } = parts;
  return {
    before: async ({ command, sessionID, arguments: typed }, output) => {
      if (!registered.has(command)) return;
      for (const part of output.parts) {
        if (part.type === "text") part.metadata = { ...part.metadata, dodGate: { version: 1, command } };
      }
      const report = await contain(
        `the command /${command}`,
        log,
        () => (command === "dod" ? reportOn(sessionID) : annotations.begin(sessionID, typed)),
        () => undefined,
      );
      if (report !== undefined) show(report, command, output.parts);
    },

    afterTool: async ({ tool, sessionID }, output) => {
      if (!writingTools.has(tool) || typeof output?.output !== "string") return;
      const verdict = await contain(
        "a plan's verdict",
        log,
        () => annotations.afterEdit(sessionID),
        () => undefined,
      );
      if (verdict !== undefined) output.output = `${output.output}\n\n${(await loadScrub())(verdict)}`;
    },

    rest: (sessionID) =>
      contain(
        "a plan's last verdict",
        log,
        async () => {
          // One that is at work again says so once more when it is done.
          if (!annotations.has(sessionID) || (await notes.isBusy(sessionID))) return;
          const verdict = await annotations.end(sessionID);
          if (verdict === undefined) return;
          await notes.add(sessionID, (await loadScrub())(verdict), {
            dodGate: { version: 1, command: "annotate-plan" },
          });
        },
        () => undefined,
      ),
  };

  async function reportOn(sessionID: string): Promise<string> {
    const { results, unread } = await readVerdicts(sessionID, sessions);
    return (await loadScrub())(renderSessionReport(results, unread));
  }
}

/** The user reads the report in the message itself, as it is; the model, which has to answer, can only repeat it. */
function show(report: string, command: string, parts: Parts): void {
  const [first] = parts;
  if (first?.type !== "text") return;
  first.text = report;
  const request = { type: "text", text: repeatReport, synthetic: true, metadata: { dodGate: { version: 1, command } } };
  // The host gives the part its ids.
  parts.splice(1, parts.length, request as unknown as TextPart);
}
