import { describe, expect, test } from "vitest";
import type { Action, Rule } from "../../src/checks/permission.ts";
import { isReadOnly } from "../../src/checks/read-only.ts";

type Short = readonly [permission: string, pattern: string, action: Action];

const cases: readonly { readonly title: string; readonly rules: readonly Short[]; readonly expected: boolean }[] = [
  { title: "nothing is said, so that the host asks", rules: [], expected: false },
  {
    title: "both are denied",
    rules: [
      ["edit", "*", "deny"],
      ["bash", "*", "deny"],
    ],
    expected: true,
  },
  { title: "only editing is denied", rules: [["edit", "*", "deny"]], expected: false },
  {
    title: "only commands are denied",
    rules: [
      ["*", "*", "allow"],
      ["bash", "*", "deny"],
    ],
    expected: false,
  },
  {
    title: "everything is denied",
    rules: [
      ["*", "*", "deny"],
      ["read", "*", "allow"],
    ],
    expected: true,
  },
  {
    title: "a wildcard denies them",
    rules: [
      ["ed?t", "*", "deny"],
      ["b*", "**", "deny"],
    ],
    expected: true,
  },
  {
    title: "the host asks",
    rules: [
      ["edit", "*", "deny"],
      ["bash", "*", "ask"],
    ],
    expected: false,
  },
  {
    title: "they are allowed later on",
    rules: [
      ["*", "*", "deny"],
      ["edit", "*", "allow"],
    ],
    expected: false,
  },
  {
    title: "everything is allowed later on",
    rules: [
      ["edit", "*", "deny"],
      ["bash", "*", "deny"],
      ["*", "*", "allow"],
    ],
    expected: false,
  },
  {
    title: "an exception follows",
    rules: [
      ["*", "*", "deny"],
      ["bash", "git log*", "allow"],
    ],
    expected: false,
  },
  {
    title: "an exception that asks follows",
    rules: [
      ["*", "*", "deny"],
      ["edit", "*.md", "ask"],
    ],
    expected: false,
  },
  {
    title: "an exception stands before",
    rules: [
      ["bash", "git log*", "allow"],
      ["*", "*", "deny"],
    ],
    expected: true,
  },
  {
    title: "a further denial follows",
    rules: [
      ["*", "*", "deny"],
      ["bash", "rm *", "deny"],
    ],
    expected: true,
  },
  {
    title: "only some patterns are denied",
    rules: [
      ["edit", "src/*", "deny"],
      ["bash", "*", "deny"],
    ],
    expected: false,
  },
  {
    title: "a rule is named for the tool and not for the permission",
    rules: [
      ["write", "*", "deny"],
      ["bash", "*", "deny"],
    ],
    expected: false,
  },
];

describe("an agent is read-only (R002-31)", () => {
  test.each(cases)("where $title: $expected", ({ rules, expected }) => {
    const written = rules.map(([permission, pattern, action]): Rule => ({ permission, pattern, action }));
    expect(isReadOnly(written)).toBe(expected);
  });
});
