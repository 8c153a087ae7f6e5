import { describe, expect, test } from "vitest";
import { createStandIn } from "../../src/wiring/stand-in.ts";

const announced: string[] = [];
const alarms: string[] = [];
const hooks = createStandIn({
  message: "Cannot find package 'x'",
  log: () => undefined,
  announce: (message) => announced.push(message),
  alarm: (message) => alarms.push(message),
});

const result = '<task id="ses_1" state="completed">\n<task_result>\nDone.\n</task_result>\n</task>';
const reason = "the plugin did not start; repair its installation and restart OpenCode: Cannot find package 'x'";
const call = { tool: "task", sessionID: "ses_0", callID: "call_1", args: { prompt: "Fix the bug." } };

describe("where the plugin did not start", () => {
  test("a delegation is let through", async () => {
    await hooks["tool.execute.before"]?.(call, { args: call.args });
  });

  test("its result needs review, and says why", async () => {
    const output = { title: "", output: result, metadata: {} as Record<string, unknown> };
    await hooks["tool.execute.after"]?.(call, output);
    expect(output.output).toMatch(/^<task id="ses_1"/);
    expect(output.output).toContain("[dod-gate ? NEEDS REVIEW] verification failed (fail-closed)");
    expect(output.output).toContain(reason);
    expect(output.metadata["dodGate"]).toMatchObject({ outcome: "error", pass: false });
  });

  test("so does one that comes from the background", async () => {
    const part = { type: "text", synthetic: true, text: result, id: "p", sessionID: "ses_0", messageID: "m" } as const;
    const parts = [{ ...part }];
    await hooks["chat.message"]?.({ sessionID: "ses_0" }, { message: {} as never, parts });
    expect(parts[0]?.text).toContain(reason);
  });

  test("a block in a message is not passed over in silence, and a message without one is", async () => {
    const place = { id: "p", sessionID: "ses_0", messageID: "m" };
    for (const text of ["Do it.", "Do it.\n[acceptance]\ncheck: testsPass\n[/acceptance]"]) {
      const parts = [{ ...place, type: "text" as const, text }];
      await hooks["chat.message"]?.({ sessionID: "ses_0" }, { message: {} as never, parts });
    }
    expect(alarms).toEqual([expect.stringContaining(reason)]);
  });

  test("another tool's result is left alone", async () => {
    const output = { title: "", output: "text", metadata: {} };
    await hooks["tool.execute.after"]?.({ ...call, tool: "bash" }, output);
    expect(output).toEqual({ title: "", output: "text", metadata: {} });
  });

  test("somebody who is there to see it is told, once", async () => {
    const event = { event: { type: "session.idle", properties: { sessionID: "ses_0" } } } as const;
    await hooks.event?.(event);
    await hooks.event?.(event);
    expect(announced).toEqual([reason]);
  });
});
