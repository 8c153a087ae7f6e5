import { beforeEach, describe, expect, test, vi } from "vitest";
import type { OneShot } from "../../src/ports/machine.ts";
import { createStandIn } from "../../src/wiring/stand-in.ts";

const announced: string[] = [];
const request = {
  message: "Cannot find package 'x'",
  log: () => undefined,
  oneShot: undefined,
  announce: (message: string) => void announced.push(message),
};
const hooks = createStandIn(request);

beforeEach(() => {
  announced.length = 0;
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

  describe("a message of the user's", () => {
    const send = async (text: string, oneShot: OneShot | undefined, facts: { synthetic?: boolean } = {}) => {
      const standIn = createStandIn({ ...request, oneShot });
      const part = { type: "text", text, id: "p", sessionID: "ses_0", messageID: "m", ...facts } as const;
      await standIn["chat.message"]?.({ sessionID: "ses_0" }, { message: {} as never, parts: [{ ...part }] });
      await standIn.dispose?.();
    };
    const block = "Fix it.\n[acceptance]\ncheck: testsPass\n[/acceptance]";

    test("that holds a block is answered by a toast, and in a run by stderr and the exit code", async () => {
      const oneShot = { arguments: [], print: vi.fn(), hold: vi.fn(), release: vi.fn() };
      await send(block, oneShot);
      expect(announced).toEqual([reason]);
      expect(oneShot.hold).toHaveBeenCalledOnce();
      expect(oneShot.print).toHaveBeenCalledWith(expect.stringContaining(reason));
      expect(oneShot.release).toHaveBeenCalledWith(["needs_review"]);
    });

    test.each([
      ["holds none", "Fix it.", {}],
      ["is the host's own", block, { synthetic: true }],
    ])("that %s is left alone", async (_, text, facts) => {
      const oneShot = { arguments: [], print: vi.fn(), hold: vi.fn(), release: vi.fn() };
      await send(text, oneShot, facts);
      expect(announced).toEqual([]);
      expect(oneShot.hold).not.toHaveBeenCalled();
    });
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
