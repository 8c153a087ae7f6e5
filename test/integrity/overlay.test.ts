import { describe, expect, test } from "vitest";
import { testOverlay } from "../../src/integrity/overlay.ts";
import { type ChangeCase, manifest, questionOf } from "./change-case.ts";

const files = {
  "package.json": manifest({ test: "mocha 'checks/**'" }),
  "src/a.js": "",
  "test/a.test.js": "",
  "checks/old.js": "",
  "vitest.config.ts": "",
};

const overlay = async (change: ChangeCase) => [...(await testOverlay(questionOf(change)))].sort();

describe("what is laid over the old source to see whether the tests test the change", () => {
  test("new and changed tests, and what only they use", async () => {
    const edits = {
      "test/a.test.js": "changed",
      "test/new.test.js": "",
      "test/helpers/new.js": "",
      "test/fixtures/project/package.json": "{}",
      "src/b.test.js": "",
      "src/__snapshots__/b.test.js.snap": "",
      "src/__mocks__/a.js": "",
      "checks/new.js": "",
      "e2e/new.ts": "",
      "e2e/playwright.config.ts": "",
    };
    expect(await overlay({ files, edits })).toEqual(Object.keys(edits).sort());
  });

  test("neither sources nor what decides how tests run", async () => {
    const edits = {
      "src/a.js": "changed",
      "src/new.js": "",
      "package.json": manifest({ test: "mocha 'checks/**'" }, { dependencies: { a: "1" } }),
      "package-lock.json": "",
      "vitest.config.ts": "changed",
      ".npmrc": "",
      "README.md": "",
      "test/a.test.js": null,
    };
    expect(await overlay({ files, edits })).toEqual([]);
  });

  test("where the baseline has no such script, the candidate's script and configuration as well", async () => {
    const edits = {
      "package.json": manifest({ test: "vitest run" }),
      "vitest.config.ts": "",
      "src/a.js": "new",
      "a.test.js": "",
      "other/package.json": "{}",
    };
    expect(await overlay({ files: { "package.json": manifest({}), "src/a.js": "" }, edits })).toEqual([
      "a.test.js",
      "package.json",
      "vitest.config.ts",
    ]);
    expect(await overlay({ files: { "src/a.js": "" }, edits: { "package.json": manifest({ test: "x" }) } })).toEqual([
      "package.json",
    ]);
  });
});
