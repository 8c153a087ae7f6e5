import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { play } from "./sse.ts";
import { fail, type ScriptStep } from "./steps.ts";

interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: string;
}

interface ToolOffer {
  readonly type: string;
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
}

/** One request of the host, as the model received it. */
export interface ModelRequest {
  readonly sessionID: string;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolOffer[];
  readonly temperature: number | undefined;
  /** The body's bytes as sent, for comparing runs. */
  readonly body: string;
  readonly at: number;
  /** The host closed the connection before the answer was complete. */
  hungUp: boolean;
}

/** A scripted conversation: every session whose first user message begins with, or holds, `when` plays its steps from the start. */
export interface Conversation {
  readonly when: string;
  readonly steps: readonly ScriptStep[];
  /** Scripts for one session after the other, in place of one that all of them play. */
  inTurn?: readonly (readonly ScriptStep[])[];
  /** What the host asked, over all sessions that played this script, in order. */
  readonly requests: ModelRequest[];
  /** The sessions that played this script, in the order in which they began. */
  readonly sessions: string[];
}

/** An OpenAI-compatible model server on loopback that plays scripts and records what it was asked. */
export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** Requests that no script foresaw. A test that leaves one here has failed. */
  readonly surprises: string[] = [];
  private readonly conversations: Conversation[] = [];
  private readonly progress = new Map<string, { conversation: Conversation; step: number }>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.surprises.push(`the scripted model crashed: ${String(error)}`);
        response.destroy();
      });
    });
  }

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel();
    await new Promise<void>((resolve) => model.server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Registers a conversation. The one registered last wins where several fit. */
  conversation(when: string, steps: readonly ScriptStep[]): Conversation {
    const conversation: Conversation = { when, steps, requests: [], sessions: [] };
    this.conversations.unshift(conversation);
    return conversation;
  }

  /** Forgets all scripts and records; sessions still running will be surprises. */
  reset(): void {
    this.conversations.length = 0;
    this.requests.length = 0;
    this.surprises.length = 0;
    this.progress.clear();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    response.on("close", () => {
      request.hungUp = !response.writableEnded;
    });
    this.requests.push(request);
    await play(await this.nextStep(request), response);
  }

  /** What a conversation begins with tells more than what it holds: a grader's prompt quotes the work's. */
  private findConversation(first: string): Conversation | undefined {
    const begins = this.conversations.find((each) => first.startsWith(each.when));
    return begins ?? this.conversations.find((each) => first.includes(each.when));
  }

  private async nextStep(request: ModelRequest) {
    const known = this.progress.get(request.sessionID);
    const first = firstUserText(request);
    const conversation = known?.conversation ?? this.findConversation(first);
    if (conversation === undefined) {
      this.surprises.push(`no script fits a conversation that begins: ${first.slice(0, 200)}`);
      return fail(400, "no script fits");
    }
    if (known === undefined) conversation.sessions.push(request.sessionID);
    conversation.requests.push(request);
    const index = known?.step ?? 0;
    this.progress.set(request.sessionID, { conversation, step: index + 1 });
    const turn = conversation.sessions.indexOf(request.sessionID);
    const steps = conversation.inTurn === undefined ? conversation.steps : (conversation.inTurn[turn] ?? []);
    const step = steps[index];
    if (step === undefined) {
      this.surprises.push(`the script "${conversation.when.slice(0, 80)}" ended after ${steps.length} steps`);
      return fail(400, "script ended");
    }
    return typeof step === "function" ? step(request) : step;
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ModelRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces).toString("utf8");
  const parsed = JSON.parse(body) as {
    model: string;
    messages: ChatMessage[];
    tools?: ToolOffer[];
    temperature?: number;
  };
  return {
    sessionID: String(incoming.headers["x-session-id"] ?? ""),
    model: parsed.model,
    system: parsed.messages
      .filter((message) => message.role === "system")
      .map(textOf)
      .join("\n"),
    messages: parsed.messages,
    tools: parsed.tools ?? [],
    temperature: parsed.temperature,
    body,
    at: Date.now(),
    hungUp: false,
  };
}

function firstUserText(request: ModelRequest): string {
  const first = request.messages.find((message) => message.role === "user");
  return first === undefined ? "" : textOf(first);
}

/** The text of one chat message, whatever its shape. */
export function textOf(message: ChatMessage): string {
  if (typeof message.content === "string") return message.content;
  if (!Array.isArray(message.content)) return "";
  return message.content
    .map((part: unknown) => (typeof part === "object" && part !== null && "text" in part ? String(part.text) : ""))
    .join("\n");
}

/** The results of tool calls that a request brought back to the model, oldest first. */
export function toolResults(request: ModelRequest): string[] {
  return request.messages.filter((message) => message.role === "tool").map(textOf);
}
