import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { blockMessages } from "./block-messages.ts";
import { commandMessages } from "./command-messages.ts";
import { readPage, root } from "./page.ts";
import { turnMessages } from "./turn-messages.ts";
import { verdictMessages } from "./verdict-messages.ts";

const rows = [...readPage("docs/troubleshooting.md").matchAll(/^\| (`{1,2})(.+?)\1 \| (.+) \|$/gm)].map(
  ([, , says = "", advice = ""]) => ({ says, advice }),
);
const messages = [...blockMessages, ...verdictMessages, ...turnMessages, ...commandMessages];

/** What describes something within a message, and is none by itself. */
const noMessages: Readonly<Record<string, string>> = {
  describeBlockProblem: "a part of describeProblem",
  describeDuration: "a time",
  describeHelp: "the command's help",
  describeIntegrityNote: "a part of describeNotes",
  describePlace: "a file and a line",
  describeProgress: "the title of a call that is under way",
  describeUnrun: "a check as its author wrote it",
  describeWhere: "the beginning of a place",
  describeWithoutPlace: "a part of describeProblem",
};

function namesIn(folder: string): string[] {
  return readdirSync(new URL(folder, root)).filter((name) => name.endsWith(".ts"));
}

/** Whether a message has a row's words in their order, with anything in place of each `…`. */
function has(message: string, says: string): boolean {
  const [first = "", ...more] = says.split("…").map((each) => each.trim());
  const pieces = isShort(says) ? more : [first, ...more];
  // A few letters are in many a message: they have to be its beginning.
  if (isShort(says) && !message.replace(/^\d+:\d+ /, "").startsWith(first)) return false;
  let from = 0;
  for (const piece of pieces) {
    const at = message.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

function isShort(says: string): boolean {
  return says.replaceAll(/[^a-z]/gi, "").length < 6;
}

describe("docs/troubleshooting.md", () => {
  test.each(messages)("tells what to do about %s", (_, message) => {
    expect([message, rows.filter(({ says }) => has(message, says)).map(({ says }) => says)]).toEqual([
      message,
      expect.arrayContaining([expect.any(String)]),
    ]);
  });

  test.each(rows)("has no message that there isn't: $says", ({ says, advice }) => {
    expect(messages.filter(([, message]) => has(message, says))).not.toEqual([]);
    expect(advice.length).toBeGreaterThan(5);
  });

  test("has the sentences of everything in src/report that describes something", () => {
    const sources = namesIn("src/report/").map((name) => readPage(`src/report/${name}`));
    const describing = sources.flatMap((text) =>
      [...text.matchAll(/^export function (describe\w+)/gm)].map(([, name]) => name),
    );
    const cases = namesIn("test/docs/").filter((name) => name.endsWith("-messages.ts"));
    const covered = cases.map((name) => readPage(`test/docs/${name}`)).join("\n");
    expect(describing.filter((name) => !covered.includes(`${name}`) && !(`${name}` in noMessages))).toEqual([]);
  });

  test("has words enough in all messages but two to find them by", () => {
    expect(rows.map(({ says }) => says).filter(isShort)).toEqual(["in `…`: …", "line …: …"]);
  });
});
