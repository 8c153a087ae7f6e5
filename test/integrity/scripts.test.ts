import { describe, expect, test } from "vitest";
import { type ChangeCase, manifest, read, restored, touchedBy } from "./change-case.ts";

type Row = readonly [what: string, change: ChangeCase, touched: readonly string[]];

const honest = manifest({ test: "node test.js" });
const files = { "package.json": honest, "test.js": "require('./sum.js');", "sum.js": "1" };
const one = (path: string) => [`${path}: script`];
const edit = (scripts: Record<string, unknown>, fields: Record<string, unknown> = {}): ChangeCase => ({
  files,
  edits: { "package.json": manifest(scripts, fields) },
});

describe("scripts that a check runs are oracles, whatever else package.json says (R001-18, R001-20)", () => {
  test.each<Row>([
    ["test replaced by exit 0", edit({ test: "exit 0" }), one("package.json")],
    ["test replaced by an echo", edit({ test: "echo ok" }), one("package.json")],
    ["test removed", edit({}), one("package.json")],
    ["test made a list", edit({ test: ["exit 0"] }), one("package.json")],
    ["package.json deleted", { files, edits: { "package.json": null } }, one("package.json")],
    ["package.json broken", { files, edits: { "package.json": "{" } }, one("package.json")],
    ["package.json emptied", { files, edits: { "package.json": "" } }, one("package.json")],
    ["package.json too deep to be read", { files, edits: { "package.json": "[".repeat(9999) } }, one("package.json")],
    ["a pretest added", edit({ test: "node test.js", pretest: "cp fake.js test.js" }), one("package.json")],
    ["a posttest added", edit({ test: "node test.js", posttest: "exit 0" }), one("package.json")],
    [
      "a script that the test script runs, replaced",
      {
        files: { "package.json": manifest({ test: "npm run unit", unit: "node test.js" }) },
        edits: { "package.json": manifest({ test: "npm run unit", unit: "true" }) },
      },
      one("package.json"),
    ],
    [
      "one of a pattern's scripts replaced",
      {
        files: { "package.json": manifest({ test: "run-s 'test:*'", "test:a": "node a", "test:b": "node b" }) },
        edits: { "package.json": manifest({ test: "run-s 'test:*'", "test:a": "true", "test:b": "node b" }) },
      },
      one("package.json"),
    ],
    [
      "one that concurrently runs, replaced",
      {
        files: { "package.json": manifest({ test: 'concurrently "npm:unit" "npm run lint"', unit: "x", lint: "y" }) },
        edits: {
          "package.json": manifest({ test: 'concurrently "npm:unit" "npm run lint"', unit: "x", lint: "true" }),
        },
      },
      one("package.json"),
    ],
    [
      "one that node runs, replaced",
      {
        files: { "package.json": manifest({ unit: "node a.js" }) },
        edits: { "package.json": manifest({ unit: "true" }) },
        command: "node --run unit",
      },
      one("package.json"),
    ],
    [
      "a script of the name of the tool that yarn runs, added",
      {
        files: { "package.json": manifest({ test: "yarn vitest run" }) },
        edits: { "package.json": manifest({ test: "yarn vitest run", vitest: "true" }) },
        command: "yarn test",
      },
      one("package.json"),
    ],
    [
      "a workspace's script replaced",
      {
        files: { "package.json": manifest({}, { workspaces: ["packages/*"] }), "packages/a/package.json": honest },
        edits: { "packages/a/package.json": manifest({ test: "exit 0" }) },
        command: "npm test --workspace a",
      },
      one("packages/a/package.json"),
    ],
    [
      "a workspace's script replaced, which the root's script runs",
      {
        files: {
          "package.json": manifest({ test: "npm test --workspaces" }),
          "packages/a/package.json": honest,
        },
        edits: { "packages/a/package.json": manifest({ test: "exit 0" }) },
      },
      one("packages/a/package.json"),
    ],
    [
      "a script in a folder that a script changes to, replaced",
      {
        files: { "package.json": manifest({ test: "cd web && npm test" }), "web/package.json": honest },
        edits: { "web/package.json": manifest({ test: "exit 0" }) },
      },
      one("web/package.json"),
    ],
    [
      "a script in a folder that --prefix names, replaced",
      {
        files: { "package.json": manifest({ test: "npm --prefix web test" }), "web/package.json": honest },
        edits: { "web/package.json": manifest({ test: "exit 0" }) },
      },
      one("web/package.json"),
    ],
    [
      "what turbo runs in a package, replaced",
      {
        files: { "package.json": manifest({ test: "turbo run test" }), "packages/a/package.json": honest },
        edits: { "packages/a/package.json": manifest({ test: "exit 0" }) },
      },
      one("packages/a/package.json"),
    ],
    [
      "the script of the nearest package.json above the base",
      {
        files: { "app/package.json": honest, "app/src/a.js": "" },
        edits: { "app/package.json": manifest({ test: "exit 0" }) },
        base: "app/src",
      },
      one("app/package.json"),
    ],
    [
      "a package.json planted between the base and its own",
      {
        files: { "package.json": honest, "sub/a.js": "" },
        edits: { "sub/package.json": manifest({ test: "exit 0" }) },
        base: "sub",
      },
      ["sub/package.json: manifest"],
    ],
    [
      "a package.json planted among the tests",
      { files: { ...files, "test/a.test.js": "" }, edits: { "test/package.json": '{"type":"commonjs"}' } },
      ["test/package.json: manifest"],
    ],
    [
      "the version that npm_package_config gives",
      edit({ test: "node test.js" }, { config: { strict: "no" } }),
      ["package.json: manifest"],
    ],
    ["settings of jest added", edit({ test: "node test.js" }, { jest: { testMatch: [] } }), ["package.json: manifest"]],
    [
      "settings of an unknown tool added",
      edit({ test: "node test.js" }, { newrunner: { skip: true } }),
      ["package.json: manifest"],
    ],
    [
      "another package manager declared",
      edit({ test: "node test.js" }, { packageManager: "yarn@1.0.0" }),
      ["package.json: manifest"],
    ],
    [
      "a workspace taken out",
      {
        files: { "package.json": manifest({ test: "npm test -ws" }, { workspaces: ["a", "b"] }) },
        edits: { "package.json": manifest({ test: "npm test -ws" }, { workspaces: ["a"] }) },
      },
      ["package.json: manifest"],
    ],
    [
      "a workspace excluded",
      {
        files: { "package.json": manifest({ test: "npm test -ws" }, { workspaces: ["a", "b"] }) },
        edits: { "package.json": manifest({ test: "npm test -ws" }, { workspaces: ["a", "b", "!b"] }) },
      },
      ["package.json: manifest"],
    ],
  ])("%s", async (_, change, touched) => {
    expect(await touchedBy(change)).toEqual(touched);
  });
});

describe("what no check rests on is the work's own (R001-16)", () => {
  test.each<Row>([
    ["a dependency added", edit({ test: "node test.js" }, { dependencies: { left: "1" } }), []],
    ["a script added", edit({ test: "node test.js", start: "node sum.js" }), []],
    [
      "a script added whose name begins like the test's",
      edit({ test: "node test.js", "test:watch": "node --watch test.js" }),
      [],
    ],
    ["a hook of an unrelated script added", edit({ test: "node test.js", build: "x", prebuild: "y" }), []],
    ["a new version and description", edit({ test: "node test.js" }, { version: "2.0.0", description: "More." }), []],
    [
      "entry points",
      edit({ test: "node test.js" }, { main: "sum.js", exports: { ".": "./sum.js" }, type: "commonjs" }),
      [],
    ],
    ["formatting alone", { files, edits: { "package.json": JSON.stringify(JSON.parse(honest)) } }, []],
    ["CRLF alone", { files, edits: { "package.json": honest.replaceAll("\n", "\r\n") } }, []],
    ["a byte order mark", { files, edits: { "package.json": `\uFEFF${honest}` } }, []],
    [
      "another check's script",
      {
        files: { "package.json": manifest({ test: "node test.js", build: "node build.js" }) },
        edits: { "package.json": manifest({ test: "node test.js", build: "true" }) },
      },
      [],
    ],
    [
      "a workspace more",
      {
        files: { "package.json": manifest({ test: "npm test -ws" }, { workspaces: ["a"] }) },
        edits: {
          "package.json": manifest({ test: "npm test -ws" }, { workspaces: ["a", "b"] }),
          "b/package.json": manifest({ test: "node test.js" }),
          "b/vitest.config.ts": "export default {};",
        },
      },
      [],
    ],
    [
      "npm's placeholder replaced by a real script",
      {
        files: { "package.json": manifest({ test: 'echo "Error: no test specified" && exit 1' }) },
        edits: { "package.json": manifest({ test: "node --test" }), "vitest.config.ts": "" },
      },
      [],
    ],
    [
      "a script where there was none",
      { files: { "package.json": manifest({}) }, edits: { "package.json": honest } },
      [],
    ],
    ["the first package.json", { files: { "sum.js": "" }, edits: { "package.json": honest, ".npmrc": "" } }, []],
    [
      "another package's dependencies",
      {
        files: { ...files, "packages/b/package.json": honest },
        edits: { "packages/b/package.json": manifest({ test: "exit 0" }, { dependencies: { x: "1" } }) },
      },
      [],
    ],
    [
      "a package of its own deleted",
      {
        files: { ...files, "packages/b/package.json": honest },
        edits: { "packages/b/package.json": null },
      },
      [],
    ],
  ])("%s", async (_, change, touched) => {
    expect(await touchedBy(change)).toEqual(touched);
  });

  test("a script that the check runs and the baseline lacks is noted: the candidate's own decides", async () => {
    const added = { "package.json": honest };
    for (const before of [{}, { "package.json": manifest({}) }]) {
      expect((await read({ files: before, edits: added })).notes).toEqual([{ code: "newScript", script: "test" }]);
    }
    expect((await read(edit({ test: "x" }))).notes).toEqual([]);
    const other: ChangeCase = { files, edits: { "sum.js": "2" }, command: "npm run lint" };
    expect((await read(other)).notes).toEqual([{ code: "newScript", script: "lint" }]);
  });
});

describe("a package.json is put back field by field (R001-18)", () => {
  test("the candidate keeps what is its own", async () => {
    const before = manifest({ test: "node test.js", build: "tsc" }, { jest: { bail: true }, dependencies: { a: "1" } });
    const after = manifest(
      { test: "exit 0", pretest: "true", lint: "eslint .", build: "tsc -b" },
      { dependencies: { a: "1", b: "2" }, type: "module", mocha: { spec: [] } },
    );
    const change = { files: { "package.json": before }, edits: { "package.json": after } };
    const { "package.json": text = "" } = await restored(change);
    expect(JSON.parse(text)).toEqual({
      name: "example",
      version: "1.0.0",
      jest: { bail: true },
      dependencies: { a: "1", b: "2" },
      type: "module",
      scripts: { test: "node test.js", lint: "eslint .", build: "tsc -b" },
    });
    expect(text).toMatch(/^\{\n {2}"name"[\s\S]*\}\n$/);
  });

  test.each([
    ["tabs", "\t", "\n"],
    ["four spaces and CRLF", "    ", "\r\n"],
  ])("in the candidate's own formatting: %s", async (_, indent, newline) => {
    const print = (value: unknown) => `${JSON.stringify(value, null, indent).replaceAll("\n", newline)}${newline}`;
    const change = {
      files: { "package.json": print({ scripts: { test: "node test.js" } }) },
      edits: { "package.json": print({ name: "x", scripts: { test: "exit 0" } }) },
    };
    expect((await restored(change))["package.json"]).toBe(print({ name: "x", scripts: { test: "node test.js" } }));
  });

  test("where nothing of the candidate's is left, by the baseline's own bytes", async () => {
    expect((await read(edit({ test: "exit 0" }))).restorations).toEqual([{ path: "package.json", to: "baseline" }]);
    for (const text of [null, "{", "[]", "null", '"x"']) {
      const { restorations } = await read({ files, edits: { "package.json": text } });
      expect(restorations).toEqual([{ path: "package.json", to: "baseline" }]);
    }
  });

  test("a key that JavaScript reads in its own way is a field like any other", async () => {
    const planted = '{"scripts":{"test":"node test.js","__proto__":"x"},"__proto__":{"scripts":{"test":"exit 0"}}}';
    const { "package.json": text = "" } = await restored({ files, edits: { "package.json": planted } });
    expect(JSON.parse(text).scripts.test).toBe("node test.js");
    expect(Object.keys(JSON.parse(text))).toEqual(["scripts"]);
  });
});
