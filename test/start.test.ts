import type { PluginInput } from "@opencode-ai/plugin";
import { describe, expect, test, vi } from "vitest";
import { server } from "../src/start.ts";

function hostInstance() {
  const log = vi.fn<(request: { body: { level: string; message: string } }) => Promise<void>>(async () => undefined);
  const client = { app: { log } };
  // Nothing of the rest is looked at before the first delegation.
  const input = { client, directory: "/code/app", worktree: "/code/app" } as unknown as PluginInput;
  const logged = () => log.mock.calls.map(([{ body }]) => `${body.level}: ${body.message}`);
  return { input, logged };
}

const secondCopy = /^warn: the plugin is listed more than once for this project: the copy at file:\S+ stands back/;

describe("one instance of the host", () => {
  test("gets one gate, however often the plugin is listed", async () => {
    const { input, logged } = hostInstance();
    const first = await server(input);
    const second = await server(input);
    expect(first["tool.execute.after"]).toBeDefined();
    expect(second).toEqual({});
    await vi.waitFor(() => expect(logged()).toEqual([expect.stringMatching(secondCopy)]));
  });

  test("is told when the options of the copy that stands back are lost with it", async () => {
    const { input, logged } = hostInstance();
    await server(input);
    await server(input, { verify: { require: "always" } });
    await vi.waitFor(() => expect(logged()).toEqual([expect.stringContaining("the options beside it are not used")]));
  });

  test("is free for another gate when it has been closed", async () => {
    const { input, logged } = hostInstance();
    await (await server(input)).dispose?.();
    expect((await server(input))["tool.execute.after"]).toBeDefined();
    expect(logged()).toEqual([]);
  });

  test("takes no gate from another one", async () => {
    await server(hostInstance().input);
    expect((await server(hostInstance().input))["tool.execute.after"]).toBeDefined();
  });
});

test("a copy that is loaded from elsewhere stands back as well", async () => {
  const { input } = hostInstance();
  await server(input);
  vi.resetModules();
  const elsewhere = await import("../src/start.ts");
  expect(elsewhere.server).not.toBe(server);
  expect(await elsewhere.server(input)).toEqual({});
});
