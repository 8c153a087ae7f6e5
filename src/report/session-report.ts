import { count } from "./count.ts";
import { quote } from "./quote.ts";

/** One result that was verified, as the host's record has it. */
export interface VerifiedResult {
  readonly wiring: "task" | "delegate" | "turn";
  /** What it was about, in its caller's words; empty where nobody said. */
  readonly title: string;
  /** The session that did the work. */
  readonly sessionID: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly standing: "accepted" | "notAccepted" | "needsUser";
  readonly method: string;
  readonly checks: number;
  /** Why it was not accepted, a sentence each. */
  readonly reasons: readonly string[];
}

const headings = { accepted: "Accepted", notAccepted: "Not accepted", needsUser: "Needs you" } as const;
const mostReasons = 5;
const mostResults = 50;

/** What was verified in a session: what is done first, then what is not, and last what only the user can settle; newest last. */
export function renderSessionReport(results: readonly VerifiedResult[], unread: string | undefined): string {
  const current = withoutSuperseded(results);
  const number = (standing: VerifiedResult["standing"]) => current.filter((each) => each.standing === standing).length;
  const older = results.length - current.length;
  return [
    results.length === 0
      ? "[dod-gate] Nothing was verified in this session yet."
      : `[dod-gate] ${count(current.length, "result")} verified in this session: ${number("accepted")} accepted, ${number("notAccepted")} not accepted, ${number("needsUser")} needing you.`,
    ...(unread === undefined ? [] : [`The session's record could not be read completely: ${quote(unread)}.`]),
    ...Object.entries(headings).flatMap(([standing, heading]) => {
      const here = current.filter((each) => each.standing === standing);
      const left = here.length - mostResults;
      const shown = here.slice(-mostResults).flatMap(renderResult);
      return here.length === 0 ? [] : ["", `${heading}:`, ...(left > 0 ? [`- (${left} older ones)`] : []), ...shown];
    }),
    ...(older === 0 ? [] : ["", `${count(older, "earlier verdict")} on work that was judged again later left out.`]),
  ].join("\n");
}

/** Work that a session went on with is what its last verdict says. */
function withoutSuperseded(results: readonly VerifiedResult[]): VerifiedResult[] {
  const last = new Map(results.map((result) => [keyOf(result), result]));
  return results.filter((result) => last.get(keyOf(result)) === result);
}

function keyOf(result: VerifiedResult): unknown {
  return result.wiring === "task" ? (result.sessionID ?? result) : result;
}

function renderResult({ wiring, title, sessionID, at, standing, method, checks, reasons }: VerifiedResult): string[] {
  const time = Number.isFinite(at) ? `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC ` : "";
  const name = title === "" ? "" : ` "${quote(title, 80)}"`;
  const who = sessionID === undefined ? "" : ` (${quote(sessionID, 60)})`;
  const how =
    standing === "accepted" ? `: ${quote(method, 20)}${checks === 0 ? "" : `, ${count(checks, "check")}`}` : "";
  const shown =
    standing === "accepted" ? [] : reasons.slice(0, mostReasons).map((reason) => `    ${quote(reason, 300)}`);
  return [`- ${time}${wiring}${name}${who}${how}`, ...shown];
}
