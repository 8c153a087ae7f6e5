import type { Turn, TurnRequest } from "../ports/host.ts";
import type { GradeError, JudgementFault } from "./outcome.ts";
import { repeatPrompt } from "./prompt.ts";
import { readReply } from "./reply.ts";
import type { GraderSessions } from "./sessions.ts";

/** What a grader's session came to say. */
export type Judgement =
  | { readonly status: "judged"; readonly pass: boolean; readonly reasons: readonly string[]; readonly model: string }
  | { readonly status: "unreadable"; readonly fault: JudgementFault; readonly model: string }
  | { readonly status: "none"; readonly why: GradeError; readonly message: string };

/** Asks for a judgement, and once more, in the same session, where it can't be read. Each turn has its own deadline. */
export async function ask(request: TurnRequest, sessions: Pick<GraderSessions, "prompt">): Promise<Judgement> {
  const first = await askOnce(request, sessions);
  if (first.status !== "unreadable") return first;
  const second = await askOnce({ ...request, text: repeatPrompt }, sessions);
  const isSilent = first.fault === "empty" && second.status === "unreadable" && second.fault === "empty";
  return isSilent ? none("noAnswer", "the grader said nothing, twice") : second;
}

async function askOnce(request: TurnRequest, sessions: Pick<GraderSessions, "prompt">): Promise<Judgement> {
  if (request.signal.aborted) return none("stopped", "the grader was stopped");
  return judgementOf(await sessions.prompt(request), request);
}

function judgementOf(turn: Turn, { deadlineMs }: TurnRequest): Judgement {
  switch (turn.status) {
    case "timedOut":
      return none("timedOut", `the grader did not answer within ${deadlineMs} ms`);
    case "aborted":
      return none("stopped", "the grader was stopped");
    case "failed":
      return none("sessionFailed", turn.message);
    case "answered":
      return readAnswer(turn);
  }
}

/** Only a whole answer of the model itself counts: the host also gives back prompts, and messages that never began. */
function readAnswer({ role, text, finish, error, model }: Extract<Turn, { status: "answered" }>): Judgement {
  if (role !== "assistant") return none("noAnswer", "the host gave back a message that is not the grader's");
  if (error !== undefined) return none("providerFailed", error.message);
  if (finish === "length") return { status: "unreadable", fault: "cutShort", model };
  if (finish !== "stop")
    return none("noAnswer", `the grader's turn ended without an answer (${finish ?? "unfinished"})`);
  const reading = readReply(text);
  if (!reading.ok) return { status: "unreadable", fault: reading.why, model };
  return { status: "judged", pass: reading.pass, reasons: reading.reasons, model };
}

function none(why: GradeError, message: string): Judgement {
  return { status: "none", why, message };
}
