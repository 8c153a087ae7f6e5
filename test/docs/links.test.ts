import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { codeIn, pageNames, readPage, root, withoutBlocks } from "./page.ts";

const links = pageNames.flatMap((name) =>
  [...withoutBlocks(readPage(name)).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => ({ name, target })),
);
const relative = links.filter(({ target }) => !/^https?:/.test(target));

describe("the documentation", () => {
  test("has links to look at", () => {
    expect(relative.length).toBeGreaterThan(5);
  });

  test.each(relative)("$name links to $target, which is there", ({ name, target }) => {
    const { pathname, hash } = new URL(target, new URL(name, root));
    const file = new URL(pathname, root);
    expect(existsSync(file)).toBe(true);
    if (hash !== "") expect(anchorsOf(readPage(pathname.slice(root.pathname.length)))).toContain(hash.slice(1));
  });

  test.each(pageNames)("%s names no file or folder of this repository that isn't there", (name) => {
    const named = codeIn(withoutBlocks(readPage(name))).filter((code) =>
      /^(?:src|docs|test|bench|demo)\/\S*$/.test(code),
    );
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });
});

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
