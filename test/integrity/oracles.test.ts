import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hidesMore } from "../../src/integrity/ignore-rules.ts";
import { readOracles } from "../../src/integrity/oracles.ts";
import { orderRestorations } from "../../src/integrity/restorations.ts";
import { changesChecks } from "../../src/integrity/shapes.ts";
import { type ChangeCase, manifest, memoryTree, questionOf, read, restored, touchedBy } from "./change-case.ts";

const files = {
  "package.json": manifest({ test: "node --test", lint: "eslint ." }),
  "src/a.js": "",
  "test/a.test.js": "",
  "schemas/report.json": "{}",
  "accept/one.txt": "",
};

describe("oracles that are declared", () => {
  const matching = (schema: string, more: Partial<ChangeCase> = {}): ChangeCase => ({
    files,
    edits: { "schemas/report.json": "true", "test/a.test.js": "new" },
    check: { kind: "schemaMatch", path: "x.json", schema },
    command: null,
    ...more,
  });

  test("a schema that schemaMatch names, and nothing else for that check", async () => {
    expect(await touchedBy(matching("./schemas/report.json"))).toEqual(["schemas/report.json: schema"]);
    expect(await touchedBy(matching("../schemas/report.json", { base: "src" }))).toEqual([
      "schemas/report.json: schema",
    ]);
    expect(await touchedBy(matching('{"type":"object"}'))).toEqual([]);
    const deleted = matching("schemas/report.json", { edits: { "schemas/report.json": null } });
    expect((await read(deleted)).restorations).toEqual([{ path: "schemas/report.json", to: "baseline" }]);
    const fresh = matching("schemas/new.json", { edits: { "schemas/new.json": "{}" } });
    expect(await touchedBy(fresh)).toEqual([]);
  });

  test.each(["fileExists", "fileContains"] as const)("none for %s", async (kind) => {
    const change: ChangeCase = { files, edits: { "test/a.test.js": "new" }, check: { kind }, command: null };
    expect(await read({ ...change, declared: ["**"] })).toEqual({
      touched: [],
      allowed: [],
      restorations: [],
      notes: [],
    });
  });

  test("what the configuration's globs fit: changed, deleted and new, but for new tests (R001-9)", async () => {
    const edits = { "accept/one.txt": "new", "accept/two.txt": "", "accept/new.test.js": "", "src/a.js": "new" };
    expect(await touchedBy({ files, edits, declared: ["accept/**"] })).toEqual([
      "accept/one.txt: declared",
      "accept/two.txt: declared",
    ]);
    expect(await read({ files, edits: { "accept/one.txt": null }, declared: ["accept\\*"] })).toMatchObject({
      touched: [{ why: "declared", status: "deleted" }],
    });
    expect(await touchedBy({ files, edits, declared: ["src/a.js"] })).toEqual(["src/a.js: declared"]);
  });

  test("a glob that can't be used is noted", async () => {
    const { notes } = await read({ files, edits: { "src/a.js": "new" }, declared: ["!src/**", "src/*"] });
    expect(notes).toEqual([{ code: "unusableGlob", glob: "!src/**" }]);
  });
});

describe("rules of what git ignores", () => {
  test.each([
    ["a test", "test/a.test.js"],
    ["the tests", "test/"],
    ["a source", "src/a.js"],
    ["all of a kind", "*.config.ts"],
    ["a configuration that is not there yet", "/vitest.config.ts"],
    ["package manager settings", ".npmrc"],
    ["everything", "*"],
    ["everything below a folder", "src/**"],
  ])("touched where they come to hide %s", async (_, rule) => {
    const edits = { ".gitignore": `node_modules/\n${rule}\n` };
    for (const before of [{}, { ".gitignore": "node_modules/\n" }]) {
      expect(await touchedBy({ files: { ...files, ...before }, edits })).toEqual([".gitignore: repositoryRules"]);
    }
  });

  test("an exception taken back hides as well", () => {
    expect(hidesMore("*.js\n!keep.js\n", "*.js\n", "", [])).toBe(true);
  });

  test.each(["coverage/\n*.log\n", ".vscode/\n", "# test/\n", "dist/\r\n", "!src/a.js\n", "/out\n\n"])(
    "left alone otherwise: %j",
    async (text) => {
      expect(await touchedBy({ files, edits: { ".gitignore": text, ".gitattributes": "* text=auto\n" } })).toEqual([]);
    },
  );

  test("in a folder, for what is in it", () => {
    expect(hidesMore("", "a.js\n", "src", ["src/a.js"])).toBe(true);
    expect(hidesMore("", "a.js\n", "lib", ["src/a.js"])).toBe(false);
  });

  test("a great many new rules are taken to hide something", () => {
    expect(hidesMore("", Array.from({ length: 500 }, (_, index) => `x${index}`).join("\n"), "", [])).toBe(true);
  });

  test.each([
    ["vitest.config.ts", true],
    [".npmrc", true],
    ["packages/a/package.json", true],
    ["__mocks__/fs.js", true],
    ["tsconfig.tsbuildinfo", true],
    ["dist/index.js", false],
    ["coverage/lcov.info", false],
    ["src/new.test.ts", false],
  ])("of what git ignores, new files that change how checks run are known by their names: %s", (path, isKnown) => {
    expect(changesChecks(path)).toBe(isKnown);
  });
});

describe("restorations come in the order in which they can be done", () => {
  test("a link that stands for a folder of tests goes first", async () => {
    const change = { files, edits: { "test/a.test.js": null, test: "-> elsewhere" } };
    expect((await read(change)).restorations).toEqual([
      { path: "test", to: "removed" },
      { path: "test/a.test.js", to: "baseline" },
    ]);
    expect(await restored(change)).toEqual(files);
  });

  test("a folder that stands for a file goes first", async () => {
    const change = {
      files: { ...files, "run.sh": "x", "package.json": manifest({ test: "./run.sh" }) },
      edits: { "run.sh": null, "run.sh/a": "1", "run.sh/b/c": "2" },
    };
    expect((await read(change)).restorations).toEqual([
      { path: "run.sh/a", to: "removed" },
      { path: "run.sh/b/c", to: "removed" },
      { path: "run.sh", to: "baseline" },
    ]);
  });

  test("on a file system without case the new name of a test is the old one", () => {
    const changes = [{ path: "Test/A.test.js", status: "added" } as const];
    expect(orderRestorations([{ path: "test/a.test.js", to: "baseline" }], changes)).toEqual([
      { path: "Test/A.test.js", to: "removed" },
      { path: "test/a.test.js", to: "baseline" },
    ]);
  });
});

describe("whatever it is asked about", () => {
  test("nothing changed, nothing touched, and nothing read", async () => {
    const question = questionOf({ files, edits: {} });
    const tree = { list: () => Promise.reject(new Error("read")), read: () => Promise.reject(new Error("read")) };
    expect(await readOracles({ ...question, baseline: tree, candidate: tree })).toEqual({
      touched: [],
      allowed: [],
      restorations: [],
      notes: [],
    });
  });

  test("any text of package.json is read without harm", async () => {
    const json = fc.json({ maxDepth: 4 });
    const scripts = fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string({ maxLength: 80 }), fc.jsonValue()));
    const text = fc.oneof(
      fc.string(),
      json,
      scripts.map((value) => JSON.stringify({ scripts: value })),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const change = { files: { "package.json": before }, edits: { "package.json": after } };
        const { "package.json": merged = "" } = await restored(change);
        expect(merged.length).toBeLessThanOrEqual(4 * (before.length + after.length) + 1000);
      }),
      { numRuns: 500 },
    );
  });

  test("any script and any configuration are followed without harm", async () => {
    const word = fc.constantFrom(
      "npm",
      "run",
      "test",
      "node",
      "./a.js",
      "&&",
      "cd",
      "'",
      '"',
      "\\",
      "(",
      ")",
      "**",
      "-r",
      "=",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(word, { maxLength: 30 }).map((words) => words.join(" ")),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (script, config) => {
        const before = {
          "package.json": manifest({ test: script }),
          "vitest.config.ts": config,
          "a.js": config,
          "b/c.js": "",
        };
        await touchedBy({
          files: before,
          edits: { "b/c.js": "new", [script.slice(0, 20) || "x"]: config },
          command: script,
        });
      }),
      { numRuns: 500 },
    );
  });

  test("putting back is enough: of what was put back nothing is touched any more", async () => {
    const scripts = fc.dictionary(
      fc.constantFrom("test", "pretest", "posttest", "unit", "lint"),
      fc.constantFrom("npm run unit", "true", "node a.js"),
    );
    const fields = fc.dictionary(
      fc.constantFrom("jest", "dependencies", "version", "config", "workspaces"),
      fc.constantFrom({ a: "1" }, ["b"], "c"),
    );
    const text = fc.tuple(scripts, fields).map(([some, more]) => manifest(some, more));
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const change = { files: { "package.json": before }, edits: { "package.json": after } };
        const again = await restored(change);
        expect(await touchedBy({ files: change.files, edits: again })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("twice the changes take about twice the time", async () => {
    const time = async (size: number) => {
      const before: Record<string, string> = { ...files };
      const edits: Record<string, string | null> = {};
      for (let index = 0; index < size; index++) {
        before[`packages/p${index % 50}/src/deep/er/f${index}.ts`] = "old";
        edits[`packages/p${index % 50}/src/deep/er/f${index}.ts`] = "new";
        edits[`packages/p${index % 50}/test/f${index}.test.ts`] = "new";
        before[`test/f${index}.js`] = "old";
        edits[`test/f${index}.js`] = null;
      }
      const question = questionOf({ files: before, edits });
      const start = performance.now();
      const { touched } = await readOracles(question);
      expect(touched).toHaveLength(size);
      return performance.now() - start;
    };
    await time(1000);
    const once = await time(5000);
    expect(await time(20_000)).toBeLessThan(Math.max(1, once) * 4 * 6);
  });

  test.each([
    ["a script of a megabyte", { test: "node a.js && ".repeat(80_000) }],
    ["a script of quotes", { test: "\"'".repeat(100_000) }],
    ["a script of parentheses", { test: "(".repeat(200_000) }],
    [
      "thousands of scripts that run one another",
      Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`s${index}`, "run-s s*"])),
    ],
  ])("%s takes bounded time", async (_, scripts) => {
    const change = {
      files: { "package.json": manifest({ test: "s1", ...scripts }), "a.js": "" },
      edits: { "a.js": "x" },
    };
    const start = performance.now();
    await touchedBy(change);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test("a project too large to be followed says so", async () => {
    const before: Record<string, string> = { "package.json": manifest({ test: "npm test --workspaces" }) };
    for (let index = 0; index < 400; index++) before[`p${index}/package.json`] = manifest({ test: "node x.js" });
    expect((await read({ files: before, edits: { "p1/x.js": "" } })).notes).toEqual([{ code: "searchCutShort" }]);
  });

  test("a package.json that is no regular file any more is put back", async () => {
    const question = questionOf({ files, edits: { "package.json": "-> elsewhere" } });
    const { "package.json": _, ...rest } = files;
    expect((await readOracles({ ...question, candidate: memoryTree(rest) })).restorations).toEqual([
      { path: "package.json", to: "baseline" },
    ]);
  });
});
