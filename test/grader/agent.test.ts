import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/checks/permission.ts";
import { graderAgent, graderMetadata, graderRules, marksGrader } from "../../src/grader/agent.ts";

describe("the grader's agent is read-only by permission (R001-34)", () => {
  test.each<[string, string, string]>([
    ["read", "src/parser.ts", "allow"],
    ["read", "AGENTS.md", "allow"],
    ["read", "config/.env", "deny"],
    ["read", "prod.env", "deny"],
    ["read", ".env.local", "deny"],
    ["read", ".env.example", "allow"],
    ["grep", "export", "allow"],
    ["glob", "**/*.ts", "allow"],
    ["list", "src", "allow"],
    ["edit", "src/parser.ts", "deny"],
    ["bash", "ls", "deny"],
    ["task", "general", "deny"],
    ["webfetch", "https://example.org", "deny"],
    ["external_directory", "/etc/*", "deny"],
    ["question", "*", "deny"],
    ["todowrite", "*", "deny"],
    ["skill", "deploy", "deny"],
    ["doom_loop", "*", "deny"],
    ["delegate", "*", "deny"],
    ["some_mcp_tool", "*", "deny"],
  ])("%s of %s: %s", (permission, pattern, action) => {
    // The host puts its defaults before, and opens its folder of tool outputs after, the agent's own rules.
    const defaults = [
      { permission: "*", pattern: "*", action: "allow" },
      { permission: "read", pattern: "*.env", action: "ask" },
      { permission: "doom_loop", pattern: "*", action: "ask" },
    ] as const;
    const opened = { permission: "external_directory", pattern: "/data/tool-output/*", action: "allow" } as const;
    expect(evaluate([...defaults, ...graderRules, opened], permission, pattern)).toBe(action);
  });

  test("nothing asks, since nobody would answer", () => {
    expect(graderRules.map(({ action }) => action)).not.toContain("ask");
    expect(JSON.stringify(graderAgent.permission)).not.toContain("ask");
  });

  test("the rules of its session close the folder that the host opens behind the agent's", () => {
    const opened = { permission: "external_directory", pattern: "/data/tool-output/*", action: "allow" } as const;
    expect(evaluate([...graderRules, opened, ...graderRules], "external_directory", "/data/tool-output/*")).toBe(
      "deny",
    );
  });

  test("everything is denied first, since the last rule that matches wins", () => {
    expect(Object.keys(graderAgent.permission)[0]).toBe("*");
    expect(graderRules[0]).toEqual({ permission: "*", pattern: "*", action: "deny" });
  });

  test("it stays out of the list that callers see", () => {
    expect(graderAgent).toMatchObject({ name: "dod-grader", mode: "primary", hidden: true });
  });
});

test("the system prompt demands evidence, one line of JSON, and gives no benefit of the doubt (R002-45, R002-46)", () => {
  for (const demand of [
    "no benefit of the doubt",
    "path:line",
    '{"pass":boolean,"reasons":[string',
    "AGENTS.md",
    "system reminder",
  ]) {
    expect(graderAgent.prompt).toContain(demand);
  }
});

describe("a session's metadata tells a grader's", () => {
  test("by the mark that graders are opened with, copied by the host", () => {
    expect(marksGrader(JSON.parse(JSON.stringify(graderMetadata)))).toBe(true);
  });

  test.each([
    undefined,
    null,
    {},
    "grader",
    { dodGate: "grader" },
    { dodGate: { role: "producer" } },
    { dodGate: null },
  ])("and not by %j", (metadata) => {
    expect(marksGrader(metadata)).toBe(false);
  });
});
