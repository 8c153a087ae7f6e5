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
      /^(?:src|docs|test|bench|demo|scripts|lint|\.opencode|\.github)\/\S*$/.test(code),
    );
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  const { scripts } = JSON.parse(readPage("package.json"));
  const commands = pageNames.flatMap((name) => commandsIn(name).map((command) => ({ name, command })));

  test("has commands to look at", () => {
    expect(commands.length).toBeGreaterThan(8);
  });

  test.each(commands)("$name has a command that there is: $command", ({ command }) => {
    for (const [, script = ""] of command.matchAll(/\bnpm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([script]);
    for (const [, path = ""] of command.matchAll(/\s((?:test|bench|demo)\/\S+)/g)) {
      expect(existsSync(new URL(path, root))).toBe(true);
    }
  });
});

/** What a page tells to run here: all commands of a contributor's page, elsewhere those of shell blocks, since examples are for other projects. */
function commandsIn(name: string): string[] {
  const page = readPage(name);
  const inline = name === "CONTRIBUTING.md" ? codeIn(withoutBlocks(page)).filter((code) => /^np[mx] /.test(code)) : [];
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) => text.trimEnd().split("\n"));
  return [...blocks, ...inline];
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
