import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createOpencodeClient, type OpencodeClient, type Part, type ToolPart } from "@opencode-ai/sdk";
import { satisfyPluginInstall } from "./plugin-install.ts";
import type { Conversation, ModelRequest, ScriptedModel } from "./scripted-model.ts";
import { type DelegateArgs, type ScriptStep, say, type TaskArgs, task } from "./steps.ts";

/** The running host, as far as a project needs it. */
export interface ProjectHost {
  readonly url: string;
  readonly model: ScriptedModel;
}

export interface ProjectOptions {
  /** Files by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** A git repository with everything committed (the default), without a commit, or none. */
  readonly git?: "committed" | "empty" | "none";
  /** The project's opencode.json. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** `.opencode/dod-gate.jsonc`. */
  readonly gate?: unknown;
  /** The directory below the folder that the host works in, if not the folder itself. */
  readonly below?: string;
  /** A name for the folder, to try awkward ones. */
  readonly name?: string;
}

export interface Delegation extends TaskArgs {
  /** What the producer does, step by step. */
  readonly producer: readonly ScriptStep[];
}

/** The arguments of one `delegate` call, and what its producers do. */
export interface DelegatedWork extends DelegateArgs {
  /** One script for each producer, in the order in which they are opened. */
  readonly producers?: readonly (readonly ScriptStep[])[];
}

export interface ViaDelegate extends Delegated {
  readonly conversation: Conversation;
  /** What its producers asked the model. */
  readonly requests: readonly ModelRequest[];
}

export interface BegunDelegate {
  readonly caller: string;
  /** Resolves when the caller's turn has ended. */
  readonly turn: Promise<void>;
  readonly conversations: readonly Conversation[];
  readonly results: () => Promise<ViaDelegate[]>;
}

/** Who delegates, where it isn't the default agent on the default model. */
export interface Caller {
  /** How its session is created. */
  readonly session?: Readonly<Record<string, unknown>>;
  readonly agent?: string;
  readonly model?: { readonly providerID: string; readonly modelID: string };
}

/** What the caller received from one `task` call. */
export interface Delegated {
  /** The tool result as the calling model read it, or the error that it read instead. */
  readonly output: string;
  readonly failed: boolean;
  readonly metadata: Record<string, unknown>;
  readonly part: ToolPart;
  /** The caller's session. */
  readonly caller: string;
  /** The producer's session; undefined where none was made. */
  readonly producer: string | undefined;
}

/** A throw-away project folder on a host. */
export class Project {
  readonly dir: string;
  readonly client: OpencodeClient;
  readonly host: ProjectHost;

  private constructor(host: ProjectHost, dir: string, below = ".") {
    this.host = host;
    this.dir = dir;
    this.client = createOpencodeClient({ baseUrl: host.url, directory: join(dir, below) });
  }

  static create(host: ProjectHost, options: ProjectOptions): Project {
    const parent = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-project-")));
    const dir = join(parent, options.name ?? "project");
    mkdirSync(dir);
    const project = new Project(host, dir, options.below);
    if (options.config !== undefined) project.write("opencode.json", JSON.stringify(options.config));
    if (options.gate !== undefined) {
      const text = typeof options.gate === "string" ? options.gate : JSON.stringify(options.gate);
      project.write(".opencode/dod-gate.jsonc", text);
      satisfyPluginInstall(join(dir, ".opencode"));
    }
    for (const [path, text] of Object.entries(options.files ?? {})) project.write(path, text);
    const git = options.git ?? "committed";
    if (git !== "none") project.git("init", "-q", "-b", "main");
    if (git === "committed") {
      project.write(".gitkeep", "");
      project.git("add", "-A");
      project.git("commit", "-q", "-m", "start");
    }
    return project;
  }

  path(relative: string): string {
    return join(this.dir, relative);
  }

  write(relative: string, text: string): void {
    mkdirSync(dirname(this.path(relative)), { recursive: true });
    writeFileSync(this.path(relative), text);
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), "utf8");
  }

  has(relative: string): boolean {
    return existsSync(this.path(relative));
  }

  git(...args: string[]): string {
    const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...identity, ...args], { cwd: this.dir, encoding: "utf8" });
  }

  async session(options: Record<string, unknown> = {}): Promise<string> {
    const created = await this.client.session.create({ body: { title: "scripted", ...options } });
    if (created.data === undefined) throw new Error(`no session: ${JSON.stringify(created.error)}`);
    return created.data.id;
  }

  /** Sends a user's prompt and waits until the turn has ended. */
  async prompt(sessionID: string, text: string, options: Record<string, unknown> = {}): Promise<void> {
    const answer = await this.client.session.prompt({
      path: { id: sessionID },
      body: { parts: [{ type: "text", text }], ...options },
    });
    if (answer.error !== undefined) throw new Error(`prompt failed: ${JSON.stringify(answer.error)}`);
  }

  async parts(sessionID: string): Promise<Part[]> {
    const messages = await this.client.session.messages({ path: { id: sessionID } });
    return (messages.data ?? []).flatMap((message) => message.parts);
  }

  /** The `task` calls that a session made, as its record shows them. */
  taskParts(sessionID: string): Promise<ToolPart[]> {
    return this.toolParts(sessionID, "task");
  }

  async toolParts(sessionID: string, tool: string): Promise<ToolPart[]> {
    const parts = await this.parts(sessionID);
    return parts.filter((part): part is ToolPart => part.type === "tool" && part.tool === tool);
  }

  /** Has a caller delegate one task whose producer is scripted, and returns what the caller received. */
  async delegate(delegation: Delegation, as: Caller = {}): Promise<Delegated> {
    const [delegated] = await this.delegateAll([delegation], as);
    if (delegated === undefined) throw new Error("the caller made no task call");
    return delegated;
  }

  /** Has one caller make several `task` calls in one message, which the host runs side by side. */
  async delegateAll(delegations: readonly Delegation[], as: Caller = {}): Promise<Delegated[]> {
    for (const { prompt, producer } of delegations) this.host.model.conversation(prompt, producer);
    const request = `Please delegate (${Math.random().toString(36).slice(2)}).`;
    const calls = delegations.map(({ producer: _, ...args }) => task(args));
    this.host.model.conversation(request, [
      { kind: "call", text: "", calls: calls.flatMap((step) => (step.kind === "call" ? step.calls : [])) },
      say("I have read the result."),
    ]);
    const caller = await this.session();
    await this.prompt(caller, request, { ...as });
    return (await this.taskParts(caller)).map((part) => received(part, caller));
  }

  /** Has a caller use the `delegate` tool once; each producer plays the script of its turn. */
  async viaDelegate(work: DelegatedWork, as: Caller = {}): Promise<ViaDelegate> {
    const [result] = await this.viaDelegateAll([work], as);
    if (result === undefined) throw new Error("the caller made no delegate call");
    return result;
  }

  /** The same with several calls in one message, which the host runs side by side. */
  async viaDelegateAll(works: readonly DelegatedWork[], as: Caller = {}): Promise<ViaDelegate[]> {
    const begun = await this.beginDelegate(works, as);
    await begun.turn;
    return begun.results();
  }

  /** The same, for those who want to interfere while it goes on. */
  async beginDelegate(works: readonly DelegatedWork[], as: Caller = {}): Promise<BegunDelegate> {
    const asked = works.map(({ producers = [], ...args }) => {
      const conversation = this.host.model.conversation(args.prompt, []);
      conversation.inTurn = producers;
      return { conversation, call: { tool: "delegate", args } };
    });
    const request = `Please delegate (${Math.random().toString(36).slice(2)}).`;
    this.host.model.conversation(request, [
      { kind: "call", text: "", calls: asked.map(({ call }) => call) },
      say("I have read the result."),
    ]);
    const { session: options, ...actor } = as;
    const caller = await this.session(options);
    return {
      caller,
      turn: this.prompt(caller, request, actor),
      conversations: asked.map(({ conversation }) => conversation),
      results: async () => {
        const parts = await this.toolParts(caller, "delegate");
        return parts.map((part, index) => {
          const conversation = asked[index]?.conversation;
          if (conversation === undefined) throw new Error("the caller made more calls than it was told to");
          return { ...received(part, caller), conversation, requests: conversation.requests };
        });
      },
    };
  }

  remove(): void {
    rmSync(dirname(this.dir), { recursive: true, force: true });
  }
}

/** What a `task` part gave its caller. */
export function received(part: ToolPart, caller: string): Delegated {
  const { state } = part;
  const metadata = "metadata" in state ? (state.metadata ?? {}) : {};
  const output = state.status === "completed" ? state.output : state.status === "error" ? state.error : "";
  const producer = metadata["sessionId"];
  return {
    output,
    failed: state.status !== "completed",
    metadata,
    part,
    caller,
    producer: typeof producer === "string" ? producer : undefined,
  };
}
