import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { codeIn, readPage, root, rowsUnder, withoutBlocks } from "./page.ts";

const page = readPage("docs/architecture.md");
const folders = rowsUnder("folder", page).map(([name = ""]) => codeIn(name)[0]?.slice("src/".length, -1) ?? "");
const entries = readdirSync(new URL("src/", root), { withFileTypes: true });

describe("docs/architecture.md", () => {
  test("lists every folder of the sources, and no other", () => {
    const there = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.toSorted()).toEqual(there.toSorted());
  });

  test("names every file beside the folders", () => {
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => `src/${name}`);
    expect(files.filter((name) => !codeIn(withoutBlocks(page)).includes(name))).toEqual([]);
  });

  test("names no file that isn't there", () => {
    const named = codeIn(withoutBlocks(page)).filter((code) => /^\w+\/[\w/-]+\.ts$/.test(code));
    expect(named.length).toBeGreaterThan(15);
    const places = named.map((name) => (name.startsWith("src/") ? name : `src/${name}`));
    expect(places.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  test.each(folders)("%s imports only what stands above it", (folder) => {
    const above = folders.slice(0, folders.indexOf(folder));
    const scripts = readdirSync(new URL(`src/${folder}/`, root), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".ts"),
    );
    expect(scripts).not.toEqual([]);
    const imported = scripts
      .flatMap((path) => importsOf(`src/${folder}/${path}`))
      .filter((other) => other !== folder && folders.includes(other));
    expect([...new Set(imported)].filter((other) => !above.includes(other))).toEqual([]);
  });
});

/** The folders of the sources that a file imports from. */
function importsOf(path: string): string[] {
  const specifiers = [...readPage(path).matchAll(/\bfrom "(\.\.?\/[^"]+)"/g)].map(([, specifier = ""]) => specifier);
  return specifiers.map((specifier) => {
    const { pathname } = new URL(specifier, new URL(path, root));
    return pathname.slice(root.pathname.length).split("/")[1] ?? "";
  });
}
