import { describe, expect, test } from "vitest";
import { type ChangeCase, type Edits, manifest, read, restored } from "./change-case.ts";

const files = {
  "package.json": manifest({ test: "node --test" }),
  "test/old.test.js": "one\ntwo\nthree\n",
  "test/other.test.js": "four",
  "app/package.json": manifest({ test: "node --test" }),
  "app/test/a.test.js": "",
  "app/test/a.js": "",
};
const allowing = (allowEdit: string, edits: Edits, more: Partial<ChangeCase> = {}): ChangeCase => ({
  files,
  edits,
  check: { allowEdit },
  ...more,
});

describe("allowEdit declares an edit intended", () => {
  test("what it fits is listed, and not put back", async () => {
    const change = allowing("test/old.test.js", { "test/old.test.js": "new", "test/other.test.js": "new" });
    expect(await read(change)).toEqual({
      touched: [{ path: "test/other.test.js", status: "modified", why: "test" }],
      allowed: ["test/old.test.js"],
      restorations: [{ path: "test/other.test.js", to: "baseline" }],
      notes: [],
    });
  });

  test.each([
    ["test/**", { "test/old.test.js": "new" }],
    ["test/*", { "test/old.test.js": null }],
    ["**/*.test.js", { "test/old.test.js": "new", "app/test/a.test.js": "new" }],
    ["**", { "test/old.test.js": "new", "package.json": manifest({ test: "true" }) }],
    ["./test/old.*", { "test/old.test.js": "new" }],
    ["test\\old.test.js", { "test/old.test.js": "new" }],
    ["{test,app}/**", { "test/old.test.js": "new", "app/test/a.test.js": "new" }],
    ["test/", { "test/old.test.js": "new" }],
    ["package.json", { "package.json": manifest({ test: "true" }) }],
    [".npmrc", { ".npmrc": "x" }],
    ["*.config.*", { "vitest.config.ts": "x" }],
  ])("%s", async (glob, edits) => {
    expect(await read(allowing(glob, edits))).toMatchObject({
      touched: [],
      allowed: Object.keys(edits),
      restorations: [],
    });
  });

  test.each([
    ["test", { "test/old.test.js": "new" }],
    ["*.test.js", { "test/old.test.js": "new" }],
    ["TEST/**", { "test/old.test.js": "new" }],
    ["src/**", { "test/old.test.js": "new" }],
    ["test/old.test.ts", { "test/old.test.js": "new" }],
  ])("%s does not fit", async (glob, edits) => {
    expect(await read(allowing(glob, edits))).toMatchObject({ touched: [{}], allowed: [] });
  });

  test("it counts from the base directory as well as from the root", async () => {
    for (const glob of ["test/**", "app/test/**"]) {
      const change = allowing(glob, { "app/test/a.test.js": "new" }, { base: "app" });
      expect((await read(change)).allowed).toEqual(["app/test/a.test.js"]);
    }
  });

  test.each(["!test/**", "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "a".repeat(2000), "!(x)"])(
    "a glob that can't be used allows nothing, and that is noted: %s",
    async (glob) => {
      expect(await read(allowing(glob, { "test/old.test.js": "new" }))).toMatchObject({
        touched: [{ path: "test/old.test.js" }],
        allowed: [],
        notes: [{ code: "unusableGlob", glob }],
      });
    },
  );
});

describe("a renamed test", () => {
  test.each([
    ["the folder", "test/**", "one\ntwo\nthree\n"],
    ["the old name", "test/old.test.js", "completely\ndifferent\n"],
    ["the new name", "test/new.test.js", "one\ntwo\nthree\nfour\n"],
    ["the new name, rewritten in part", "test/new.test.js", "one\ntwo\nTHREE\n"],
  ])("is declared by %s", async (_, glob, text) => {
    const change = allowing(glob, { "test/old.test.js": null, "test/new.test.js": text });
    expect(await read(change)).toMatchObject({ touched: [], allowed: ["test/old.test.js"], restorations: [] });
  });

  test("is declared by a new folder, whatever it says now", async () => {
    const change = allowing("spec/**", { "test/old.test.js": null, "spec/old.test.js": "all new" });
    expect((await read(change)).allowed).toEqual(["test/old.test.js"]);
  });

  test("is not what a new file with other tests makes of a deleted one", async () => {
    const change = allowing("test/new.test.js", { "test/old.test.js": null, "test/new.test.js": "ok();" });
    expect(await read(change)).toMatchObject({ touched: [{ path: "test/old.test.js" }], allowed: [] });
  });

  test("undeclared comes back beside the new one", async () => {
    const after = await restored({ files, edits: { "test/old.test.js": null, "test/new.test.js": "new" } });
    expect(after).toMatchObject({ "test/old.test.js": "one\ntwo\nthree\n", "test/new.test.js": "new" });
  });
});
