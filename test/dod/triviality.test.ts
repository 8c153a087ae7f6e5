import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isTrivial } from "../../src/dod/triviality.ts";

const cheap = { readOnlyAgent: false, fastTier: true };

function trivial(prompt: string): boolean {
  return isTrivial({ prompt, ...cheap });
}

describe("a trivial dispatch (R002-31)", () => {
  test.each([
    "Find where parseAll is defined.",
    "find the definition of the retry limit",
    "Please find the caller of `parse`.",
    "Could you explain how the queue works?",
    "Describe src/build/create.ts",
    "List files in src/checks",
    "List the exports of src/ports.ts.",
    "Show me the type of Verdict",
    "Read package.json",
    "Look at src/a.ts: the parser, in short.",
    "Locate the retry limit and the timeout.",
    "Find out which module imports createClock and where it lives.",
    "Summarize “the parser” in one sentence",
    "Explain the retry.\nIt is in src/queue.ts.",
    "Tell me what https://example.org/a/b and its mirror say",
    `Find ${"x".repeat(235)}`,
  ])("is %j", (prompt) => {
    expect(trivial(prompt)).toBe(true);
  });

  test.each([
    { readOnlyAgent: false, fastTier: false, expected: false },
    { readOnlyAgent: true, fastTier: false, expected: true },
    { readOnlyAgent: false, fastTier: true, expected: true },
    { readOnlyAgent: true, fastTier: true, expected: true },
  ])("is done by the fast tier or by a read-only agent: %j", ({ expected, ...who }) => {
    expect(isTrivial({ prompt: "Find the parser.", ...who })).toBe(expected);
  });
});

describe("what makes a dispatch more than trivial (R002-31)", () => {
  const table: Record<string, readonly string[]> = {
    "more than 240 characters": [
      `Find ${"x".repeat(236)}`,
      `Find the parser.${" ".repeat(240)}`,
      "Find ".repeat(200_000),
    ],
    "no lookup verb": [
      "",
      " \n ",
      "the parser",
      "Where is the parser?",
      "Make the list view faster",
      "parser.ts",
      "Finder view is off",
      "The thing to find",
    ],
    "a lookup verb that may be a noun": [
      "Search is slow",
      "List crashes on scroll",
      "Show button overlaps the header",
      "Read-only mode is off",
      "Count badge wrong",
      "list-view rework",
    ],
    "a writing verb, in whatever form": [
      "Find the typo by editing it",
      "Find the bug to fix",
      "Locate the flag, fixing it",
      "Explain it in a file you write",
      "Find WRITTEN logs",
      "Find renamed files",
      "Describe how the tests run",
      "Find the copied parser",
      "Show me the result of putting it back",
      "Find the parser; do not modify it",
      "Tell me what `rm -rf dist` says",
      "Find the parser (create it in its absence)",
    ],
    "an idea": ["Find a way to speed it up", "Find a workaround for the crash"],
    "somebody else to be told": ["Tell Bob the deployment is ready", "Tell the user that it works"],
    "a duty": ["Find the flag. It must be const", "Tell me why it should be const", "Find the flag that needs a value"],
    "several paths": [
      "Read src/a.ts and src/b.ts",
      "Find `a.ts` in lib/core",
      "Explain a/b in c.d",
      "Look at docs\\a.md in src\\b",
    ],
    "a second imperative": [
      "Find the flag\nFlip it",
      "Find the flag.\nReport the file.",
      "Find the flag. Report the file.",
      "Find the flag, invert it",
      "Find the flag and invert it",
      "Find the flag (invert it)",
      "Find the flag - invert it",
      "Find the flag—invert it",
      "Find the flag: invert it",
      "Find the flag or invert it",
      "Find the flag but Invert it",
      "Find the flag… invert it",
      "Find the flag! invert it",
      "Find it? “Good.” invert it",
      "In src/a.ts, find the flag",
    ],
    "a sequence or a list": [
      "- find the flag",
      "Find:\n* the flag",
      "Find:\n1. the flag",
      "1) find the flag",
      "Find (a) the flag",
      "Find 1. the flag 2. the value",
      "Find the first caller, in step one",
      "Find this:\n```\nflag\n```",
      "# Find the flag",
    ],
    "a chain": [
      "Find the flag then its value",
      "Find the flag; its value",
      "Find the flag & its value",
      "Find the flag | its value",
      "Find the flag > its value",
      "Find the flag after the parser",
      "Find the flag, also the value",
      "Find the flag plus its value",
    ],
    "an enumeration of three": [
      "Find the flag, the value and the name",
      "Find the flag, the value, the name",
      "Find the flag and the value and the name",
      "Find the flag or the value, or the name",
    ],
    "a whole class": [
      "Find all callers",
      "Find every caller",
      "Find each caller",
      "Find any caller",
      "Read everything in src",
      "Find the callers throughout the project",
      "Describe the whole module",
    ],
    "letters of another script, or none that are seen": [
      "Find the flag and its ｗrite",
      "Find the flag wr\u0456te it",
      "Find the flag f\u200Bix it",
      "Find the caf\u00E9",
      "Finde den Parser für mich",
      "Find the flag\u2028Flip it",
      "Find the flag\u0000",
      "Find the flag 🚀",
    ],
  };

  test.each(Object.entries(table).flatMap(([why, prompts]) => prompts.map((prompt) => ({ why, prompt }))))(
    "$why: $prompt",
    ({ prompt }) => {
      expect(trivial(prompt)).toBe(false);
    },
  );

  test.each(
    "write create add fix change edit modify update delete remove rename move refactor implement build generate".split(
      " ",
    ),
  )("no form of %s hides", (verb) => {
    const stem = verb.replace(/e$/, "").replace(/y$/, "i");
    for (const form of [
      verb,
      `${verb}s`,
      `${stem}es`,
      `${stem}ed`,
      `${verb.replace(/e$/, "")}ing`,
      verb.toUpperCase(),
    ]) {
      expect([form, trivial(`Find the parser you ${form}`)]).toEqual([form, false]);
    }
  });

  it("is whatever is put behind a trivial one as a request of its own", () => {
    const joints = fc.constantFrom(". ", "\n", ", ", " and ", "; ", " then ", " - ", ": ");
    const orders = fc.constantFrom(
      "flip it",
      "Drop the cache",
      "rewire the flag",
      "ask me",
      "commit",
      "- go on",
      "1. go on",
    );
    fc.assert(
      fc.property(joints, orders, (joint, order) => {
        expect(trivial(`Find the parser${joint}${order}`)).toBe(false);
      }),
    );
  });

  it("never throws, whatever the prompt", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (prompt) => typeof trivial(`Find ${prompt}`) === "boolean"));
  });
});
