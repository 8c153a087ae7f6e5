import type { ModelRequest } from "./scripted-model.ts";

export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
}

/** What the scripted model does with one request. */
export type Step =
  | { readonly kind: "say"; readonly text: string; readonly finish: "stop" | "length" | "content_filter" }
  | { readonly kind: "call"; readonly calls: readonly ToolCall[]; readonly text: string }
  | {
      readonly kind: "fail";
      readonly status: number;
      readonly message: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Answers nothing until the host hangs up. */
  | { readonly kind: "hang" }
  /** Sends some text, then cuts the connection. */
  | { readonly kind: "cut"; readonly text: string }
  /** Sends some text and ends the stream without a `finish_reason`. */
  | { readonly kind: "unfinished"; readonly text: string }
  /** Waits before it plays the step. */
  | { readonly kind: "later"; readonly ms: number; readonly step: Step };

/** A step, or a function that chooses one by what was asked. */
export type ScriptStep = Step | ((request: ModelRequest) => Step | Promise<Step>);

export const say = (text: string, finish: "stop" | "length" | "content_filter" = "stop"): Step => ({
  kind: "say",
  text,
  finish,
});
export const call = (tool: string, args: unknown, text = ""): Step => ({ kind: "call", calls: [{ tool, args }], text });
/** Several tool calls in one message, which the host runs side by side. */
export const together = (...steps: readonly Step[]): Step => ({
  kind: "call",
  calls: steps.flatMap((step) => (step.kind === "call" ? step.calls : [])),
  text: "",
});
export const fail = (status: number, message = "scripted failure", headers: Record<string, string> = {}): Step => ({
  kind: "fail",
  status,
  message,
  headers,
});
export const hang = (): Step => ({ kind: "hang" });
export const cut = (text = "I was about to"): Step => ({ kind: "cut", text });
export const unfinished = (text = "and then"): Step => ({ kind: "unfinished", text });
export const later = (ms: number, step: Step): Step => ({ kind: "later", ms, step });

/** The host's own tools, with the arguments that they need. */
export const write = (filePath: string, content: string): Step => call("write", { filePath, content });
export const edit = (filePath: string, oldString: string, newString: string): Step =>
  call("edit", { filePath, oldString, newString });
export const bash = (command: string): Step => call("bash", { command, description: "scripted" });

export interface TaskArgs {
  readonly prompt: string;
  readonly description?: string;
  readonly subagent_type?: string;
  readonly task_id?: string;
  readonly background?: boolean;
}
export const task = (args: TaskArgs): Step =>
  call("task", { description: "scripted task", subagent_type: "general", ...args });

export interface DelegateArgs {
  readonly prompt: string;
  readonly description?: string;
  readonly tier?: string;
  readonly agent?: string;
  readonly acceptance?: string;
  readonly cwd?: string;
  readonly plan?: string;
  readonly step?: string;
}
export const delegate = (args: DelegateArgs): Step => call("delegate", args);
