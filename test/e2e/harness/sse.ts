import type { ServerResponse } from "node:http";
import type { Step } from "./steps.ts";

/** Plays one step as an OpenAI-compatible chat completion stream; resolves when there is nothing more to send. */
export async function play(step: Step, response: ServerResponse): Promise<void> {
  switch (step.kind) {
    case "later":
      await new Promise((resolve) => setTimeout(resolve, step.ms));
      return play(step.step, response);
    case "hang":
      return;
    case "fail":
      response.writeHead(step.status, { "content-type": "application/json", ...step.headers });
      response.end(JSON.stringify({ error: { message: step.message, type: "scripted", code: step.status } }));
      return;
    case "say":
      open(response);
      if (step.text !== "") send(response, { content: step.text });
      return close(response, step.finish);
    case "call":
      open(response);
      if (step.text !== "") send(response, { content: step.text });
      for (const [index, call] of step.calls.entries()) {
        const args = typeof call.args === "string" ? call.args : JSON.stringify(call.args);
        const id = `call_${Math.random().toString(36).slice(2, 12)}`;
        send(response, {
          tool_calls: [{ index, id, type: "function", function: { name: call.tool, arguments: args } }],
        });
      }
      return close(response, "tool_calls");
    case "cut":
      open(response);
      send(response, { content: step.text });
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.destroy();
      return;
    case "unfinished":
      open(response);
      send(response, { content: step.text });
      response.end();
      return;
  }
}

function open(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  send(response, { role: "assistant", content: "" });
}

function send(response: ServerResponse, delta: unknown, finish: string | null = null): void {
  const usage = finish === null ? {} : { usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 } };
  const chunk = {
    id: "scripted",
    object: "chat.completion.chunk",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...usage,
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

function close(response: ServerResponse, finish: string): void {
  send(response, {}, finish);
  response.end("data: [DONE]\n\n");
}
