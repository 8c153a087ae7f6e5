import { execFileSync } from "node:child_process";
import type { Message, Part } from "@opencode-ai/sdk";
import type { Host } from "../test/e2e/harness/host.ts";
import type { Project } from "../test/e2e/harness/project.ts";
import { awaitMessages, settle } from "../test/e2e/harness/turn.ts";
import { type Said, type Scene, type Seen, sleeperMark } from "./scene.ts";

type Played = Pick<Seen, "said" | "tookMs"> & { readonly callers: readonly string[] };

/** Plays a scene in a project of its own. */
export async function play(scene: Scene, host: Host): Promise<Seen> {
  const project = host.project({ files: scene.files, ...(scene.gate === undefined ? {} : { gate: scene.gate }) });
  try {
    host.model.reset();
    const { said, tookMs, callers } = await (scene.way === "task" ? delegate : ask)(scene, project);
    const requests = host.model.requests.filter(({ sessionID }) => !callers.includes(sessionID)).length;
    return { said, tookMs, requests, leftRunning: countSleepers() };
  } finally {
    project.remove();
  }
}

async function delegate({ prompt, work }: Scene, project: Project): Promise<Played> {
  const { output, part, caller } = await project.delegate({ prompt, producer: work });
  const { state } = part;
  const hasEnded = state.status === "completed" || state.status === "error";
  const tookMs = hasEnded ? state.time.end - state.time.start : Number.NaN;
  return { said: [{ by: "result", text: output }], tookMs, callers: [caller] };
}

async function ask({ prompt, work }: Scene, project: Project): Promise<Played> {
  project.host.model.conversation(prompt, work);
  const session = await project.session();
  const startedAt = Date.now();
  await project.prompt(session, prompt);
  await awaitMessages(project, session, 2);
  const tookMs = Date.now() - startedAt;
  await settle(project);
  const { data = [] } = await project.client.session.messages({ path: { id: session } });
  return { said: data.slice(1).flatMap(spokenIn), tookMs, callers: [] };
}

/** What people see of a message. */
function spokenIn({ info, parts }: { info: Message; parts: Part[] }): Said[] {
  const by = info.role === "assistant" ? "agent" : "gate";
  return parts.flatMap((part): Said[] => {
    if (part.type === "tool") return [{ by, text: `(${part.tool} ${String(part.state.input["filePath"] ?? "")})` }];
    return part.type === "text" && part.synthetic !== true ? [{ by, text: part.text }] : [];
  });
}

function countSleepers(): number {
  const table = execFileSync("ps", ["-A", "-o", "args"], { encoding: "utf8" });
  return table.split("\n").filter((line) => line.includes(sleeperMark)).length;
}
