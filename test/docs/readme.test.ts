import { describe, expect, test } from "vitest";
import { kindNames } from "../../src/dod/kinds.ts";
import { parse } from "../../src/dod/parse.ts";
import { renderNote } from "../../src/report/note.ts";
import { blocksOf, codeIn, readPage, rowsUnder } from "./page.ts";
import { judge } from "./verdicts.ts";

const page = readPage("README.md");
const blocks = blocksOf(page);
const prompt = blocks.find((block) => block.startsWith("[acceptance]")) ?? "";

describe("what README.md shows", () => {
  test("is a block that compiles", () => {
    const { dods, problems, notes } = parse(prompt);
    expect({ problems, notes }).toEqual({ problems: [], notes: [] });
    expect(dods[0]?.checks).toHaveLength(3);
  });

  test("are the gate's own notes on it", async () => {
    const verdicts = await Promise.all([
      judge({ prompt }),
      judge({
        prompt,
        results: [
          { outcome: "pass" },
          {
            outcome: "fail",
            reason: { code: "exited", exitCode: 1 },
            output: "✖ parses an empty file\nAssertionError: expected 3, got 4\n",
            durationMs: 12_300,
          },
        ],
      }),
    ]);
    for (const verdict of verdicts) expect(blocks).toContain(renderNote(verdict, "ses_…"));
  });

  test("is the beginning of the note on a check that was not judged", async () => {
    const command = "node check.js";
    const verdict = await judge({
      prompt: `[acceptance]\ncheck: run command="${command}"\ncheck: testsPass\ncheck: fileExists path=a\n[/acceptance]`,
      results: [{ outcome: "error", reason: { code: "denied", permission: "bash", pattern: command } }],
    });
    const shown = blocks.find((block) => block.startsWith("[dod-gate ? NEEDS REVIEW]")) ?? "";
    expect(shown.split("\n").at(-1)).toBe("…");
    expect(renderNote(verdict, "ses_…").startsWith(shown.slice(0, -1))).toBe(true);
  });

  test("are all kinds of checks, and no others", () => {
    const named = rowsUnder("kind", page).flatMap(([kind = ""]) => codeIn(kind).map((code) => code.split(" ")[0]));
    expect(named.filter((name) => name !== "criteria:").toSorted()).toEqual([...kindNames].toSorted());
  });
});
