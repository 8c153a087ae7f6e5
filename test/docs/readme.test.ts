import { describe, expect, test } from "vitest";
import { scenes } from "../../demo/scenes.ts";
import { defaults } from "../../src/config/defaults.ts";
import { kindNames } from "../../src/dod/kinds.ts";
import { parse } from "../../src/dod/parse.ts";
import { renderTurnNote } from "../../src/report/turn-note.ts";
import { blocksOf, codeIn, pageNames, readPage, rowsUnder, withoutBlocks } from "./page.ts";
import { judge } from "./verdicts.ts";

const page = readPage("README.md");
const blocks = blocksOf(page);
const prompt = blocks.find((block) => block.includes("[acceptance]")) ?? "";

describe("what README.md shows", () => {
  test("is a prompt whose block compiles", () => {
    const { dods, problems, notes } = parse(prompt);
    expect({ problems, notes }).toEqual({ problems: [], notes: [] });
    expect(dods.map(({ checks }) => checks.map(({ kind }) => kind))).toEqual([["testsPass", "fileExists"]]);
  });

  const red = {
    outcome: "fail",
    reason: { code: "exited", exitCode: 1 },
    output: "✖ parses an empty file\nAssertionError: expected 3, got 4\n",
    durationMs: 12_300,
  } as const;
  const denied = {
    outcome: "error",
    reason: { code: "denied", permission: "bash", pattern: "npm test -- parser" },
  } as const;
  const returned = { status: "returned", fix: 1, fixCycles: defaults.turn.fixCycles } as const;

  test("are the gate's own notes on it", async () => {
    const notes = [
      renderTurnNote(await judge({ prompt }), { status: "accepted" }),
      renderTurnNote(await judge({ prompt, results: [red] }), returned),
    ];
    for (const note of notes) expect(blocks).toContain(note);
  });

  test("is the beginning of the note where a check was not judged", async () => {
    const note = renderTurnNote(await judge({ prompt, results: [denied] }), { status: "needs_review" });
    const shown = blocks.find((block) => block.startsWith("[dod-gate ? NEEDS REVIEW]")) ?? "";
    expect(shown.split("\n").at(-1)).toBe("…");
    expect(note.startsWith(shown.slice(0, -1))).toBe(true);
  });

  test("is a check with allowEdit that compiles", () => {
    const lines = codeIn(withoutBlocks(page)).filter((code) => code.startsWith("check: "));
    expect(lines).toHaveLength(1);
    expect(parse(`[acceptance]\n${lines.join("\n")}\n[/acceptance]`)).toMatchObject({ problems: [], notes: [] });
  });

  test("is as many scenes as the demo has", () => {
    const words = ["five", "six", "seven", "eight", "nine"];
    expect(page).toContain(`This plays ${words[scenes.length - 5]} scenes`);
  });

  test("are links to every page of the documentation", () => {
    const pages = pageNames.filter((name) => name !== "README.md" && !name.startsWith("docs/adr/"));
    expect(pages.filter((name) => !page.includes(`](${name})`))).toEqual([]);
  });

  test("are all kinds of checks, and no others", () => {
    const named = rowsUnder("kind", page).flatMap(([kind = ""]) => codeIn(kind).map((code) => code.split(" ")[0]));
    expect(named.filter((name) => name !== "criteria:").toSorted()).toEqual([...kindNames].toSorted());
  });
});
