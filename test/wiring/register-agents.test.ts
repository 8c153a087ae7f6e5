import { describe, expect, test } from "vitest";
import type { Preset } from "../../src/config/config.ts";
import { graderAgent } from "../../src/grader/agent.ts";
import { type AgentsRequest, createAgentRegistration } from "../../src/wiring/register-agents.ts";

const preset: Preset = {
  fast: { model: "a/small", variant: "", costRatio: 2 },
  medium: { model: "b/middle", costRatio: 5 },
  heavy: { model: "a/big", variant: "high", costRatio: 50 },
};
const { name, ...agent } = graderAgent;
type HostConfig = Parameters<ReturnType<typeof createAgentRegistration>["config"]>[0];

async function register(config: unknown, request: Partial<AgentsRequest> = {}) {
  const logged: string[] = [];
  const { config: hook, registered } = createAgentRegistration({
    grader: { name, agent },
    preset,
    log: (level, message) => logged.push(`${level} ${message}`),
    ...request,
  });
  await expect(hook(config as HostConfig)).resolves.toBeUndefined();
  return { registered, logged };
}

describe("the grader's agent", () => {
  test.each([{}, { agent: undefined }, { agent: null }, { agent: {} }, { agent: { build: {} } }])(
    "is added to %j",
    async (config: { agent?: unknown }) => {
      const { registered, logged } = await register(config, { preset: undefined });
      expect(config.agent).toMatchObject({ "dod-grader": agent });
      expect({ ours: registered.isGraderOurs, tiers: [...registered.tiers], logged }).toEqual({
        ours: true,
        tiers: [],
        logged: [],
      });
    },
  );

  test("keeps the order of its permissions, where the last rule that matches wins", async () => {
    const config = { agent: {} as Record<string, { permission: object }> };
    await register(config);
    expect(JSON.stringify(config.agent["dod-grader"]?.permission)).toBe(JSON.stringify(agent.permission));
  });

  test("replaces an agent of that name, which could write, and the log says so (R001-34)", async () => {
    const config = { agent: { "dod-grader": { mode: "all", permission: { edit: "allow" }, disable: true } } };
    const { registered, logged } = await register(config);
    expect(config.agent["dod-grader"]).toEqual(agent);
    expect(registered.isGraderOurs).toBe(true);
    expect(logged).toEqual([expect.stringMatching(/^warn .*"dod-grader" is replaced/)]);
  });

  test("is a copy: what the host or another plugin does to it stays there", async () => {
    const config = { agent: {} as Record<string, unknown> };
    await register(config);
    Object.assign(config.agent["dod-grader"] as object, { mode: "all" });
    expect(graderAgent.mode).toBe("primary");
  });
});

describe("the tiers' agents", () => {
  test("are not there without a preset", async () => {
    const config = { agent: {} };
    await register(config, { preset: undefined });
    expect(Object.keys(config.agent)).toEqual(["dod-grader"]);
  });

  test("are subagents on the preset's models, told apart by what each is for and costs", async () => {
    const config = { agent: {} as Record<string, { description: string }> };
    const { registered, logged } = await register(config);
    const about = (text: RegExp) => expect.stringMatching(text);
    expect(config.agent).toEqual({
      "dod-grader": agent,
      fast: { mode: "subagent", model: "a/small", description: about(/cheapest.*small, clear work/) },
      medium: { mode: "subagent", model: "b/middle", description: about(/ordinary development.* 2\.5 times/) },
      heavy: { mode: "subagent", model: "a/big", variant: "high", description: about(/hard work only.* 25 times/) },
    });
    expect(config.agent["fast"]?.description).not.toContain("times");
    expect({ tiers: [...registered.tiers], logged }).toEqual({ tiers: ["fast", "medium", "heavy"], logged: [] });
  });

  test("say nothing about costs that nobody gave", async () => {
    const config = { agent: {} as Record<string, { description: string }> };
    await register(config, { preset: { ...preset, fast: { model: "a/small" } } });
    for (const { description } of Object.values(config.agent)) expect(description).not.toContain("times");
  });

  test.each([{ mode: "all", model: "x/y" }, { disable: true }, {}])(
    "leave a user's agent %j of that name alone, and the log says so",
    async (own) => {
      const config = { agent: { fast: own, medium: undefined } };
      const { registered, logged } = await register(config);
      expect(config.agent.fast).toBe(own);
      expect([...registered.tiers]).toEqual(["medium", "heavy"]);
      expect(logged).toEqual([expect.stringMatching(/^info .*"fast" is left alone/)]);
    },
  );
});

test("before the host calls the hook, no agent is the plugin's", () => {
  const { registered } = createAgentRegistration({ grader: { name, agent }, preset, log: () => undefined });
  expect(registered).toEqual({ isGraderOurs: false, tiers: new Set() });
});

test("everything is there as soon as the hook was called, awaited or not", () => {
  const { config: hook, registered } = createAgentRegistration({
    grader: { name, agent },
    preset,
    log: () => undefined,
  });
  const config: HostConfig = {};
  void hook(config);
  expect(Object.keys(config.agent ?? {})).toEqual(["dod-grader", "fast", "medium", "heavy"]);
  expect(registered).toEqual({ isGraderOurs: true, tiers: new Set(["fast", "medium", "heavy"]) });
});

test.each<[what: string, config: unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["text", "config"],
  ["agents that are a text", { agent: "build" }],
  ["a frozen configuration", Object.freeze({})],
  ["frozen agents", { agent: Object.freeze({ "dod-grader": {} }) }],
])("%s in place of a configuration throws nothing, is logged, and leaves no agent ours", async (_, config) => {
  const { registered, logged } = await register(config);
  expect(registered).toEqual({ isGraderOurs: false, tiers: new Set() });
  expect(logged.map((line) => line.split(" ")[0])).toEqual(["error", "error", "error", "error"]);
});

test("where one agent can't be added, the others still are", async () => {
  const agents = Object.defineProperty({}, "dod-grader", { value: {}, enumerable: true });
  const { registered } = await register({ agent: agents });
  expect(registered).toEqual({ isGraderOurs: false, tiers: new Set(["fast", "medium", "heavy"]) });
});
