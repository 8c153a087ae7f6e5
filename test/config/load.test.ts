import { afterEach, describe, expect, test, vi } from "vitest";
import { defaults } from "../../src/config/defaults.ts";
import { globalFile, load, projectFile, setting } from "./support.ts";

const broken = '{ "verify": { "require": "sometimes" } }';

describe("layers", () => {
  test("with nothing configured the defaults hold", async () => {
    expect(await load({})).toMatchObject({ config: defaults, problems: [], sources: [] });
    expect(await load({}, { options: {} })).toMatchObject({ config: defaults, problems: [], sources: [] });
  });

  test("the plugin's options override the defaults, the global file them, and the project's file it", async () => {
    const options = { verify: { gateBudgetMs: 1, checkTimeoutMs: 1, graderTimeoutMs: 1 } };
    const { config, sources } = await load(
      {
        [globalFile]: '{ "verify": { "gateBudgetMs": 2, "checkTimeoutMs": 2 } }',
        [projectFile]: '{ "verify": { "gateBudgetMs": 3 } }',
      },
      { options },
    );
    expect(config.verify).toEqual({ ...defaults.verify, graderTimeoutMs: 1, checkTimeoutMs: 2, gateBudgetMs: 3 });
    expect(sources).toEqual(["plugin options", globalFile, ".opencode/dod-gate.jsonc"]);
  });

  test("what becomes of the plugin's options later changes nothing", async () => {
    const options = { commands: { allow: ["make"] } };
    const { config } = await load({}, { options });
    options.commands.allow.push("cargo");
    expect(config.commands.allow).toEqual(["make"]);
  });

  test("a list replaces the list of a weaker layer", async () => {
    const { config } = await load({
      [globalFile]: '{ "commands": { "allow": ["make", "just"], "test": "make test" } }',
      [projectFile]: '{ "commands": { "allow": ["cargo"] } }',
    });
    expect(config.commands).toEqual({ allow: ["cargo"], inlineEval: true, test: "make test" });
  });

  test("files from the worktree's root down to the directory are all merged, and the nearest wins", async () => {
    const { config, sources } = await load(
      {
        "/repo/.opencode/dod-gate.jsonc":
          '{ "verify": { "gateBudgetMs": 1, "checkTimeoutMs": 1, "graderTimeoutMs": 1 } }',
        "/repo/packages/.opencode/dod-gate.jsonc": '{ "verify": { "gateBudgetMs": 2, "checkTimeoutMs": 2 } }',
        "/repo/packages/a/.opencode/dod-gate.jsonc": '{ "verify": { "gateBudgetMs": 3 } }',
        "/repo/packages/b/.opencode/dod-gate.jsonc": '{ "verify": { "gateBudgetMs": 4 } }',
        "/.opencode/dod-gate.jsonc": '{ "verify": { "preflight": "warn" } }',
      },
      { directory: "/repo/packages/a" },
    );
    expect(config.verify).toEqual({ ...defaults.verify, graderTimeoutMs: 1, checkTimeoutMs: 2, gateBudgetMs: 3 });
    expect(sources).toEqual([
      ".opencode/dod-gate.jsonc",
      "packages/.opencode/dod-gate.jsonc",
      "packages/a/.opencode/dod-gate.jsonc",
    ]);
  });

  test.each(["/", "/elsewhere"])(
    "outside a repository (worktree %s) only the directory's own file counts",
    async (worktree) => {
      const { sources } = await load(
        { [projectFile]: "{}", "/repo/a/.opencode/dod-gate.jsonc": "{}" },
        {
          directory: "/repo/a",
          worktree,
        },
      );
      expect(sources).toEqual([".opencode/dod-gate.jsonc"]);
    },
  );

  test("a directory that is known by a link still belongs to its worktree", async () => {
    const { config } = await load(
      { ...setting("verify", "gateBudgetMs", 5), "/repo/a": { kind: "directory" }, "/link": { link: "/repo/a" } },
      { directory: "/link" },
    );
    expect(config.verify.gateBudgetMs).toBe(5);
  });

  test.each([
    [{}, "/home/user/.config/opencode"],
    [{ XDG_CONFIG_HOME: "" }, "/home/user/.config/opencode"],
    [{ XDG_CONFIG_HOME: "/xdg" }, "/xdg/opencode"],
    [{ XDG_CONFIG_HOME: "/xdg", OPENCODE_CONFIG_DIR: "/custom" }, "/custom"],
    [{ OPENCODE_CONFIG_DIR: "here" }, "/repo/here"],
  ])("with %o the global file lies in %s", async (env, directory) => {
    const { config } = await load({ [`${directory}/dod-gate.jsonc`]: '{ "verify": { "gateBudgetMs": 7 } }' }, { env });
    expect(config.verify.gateBudgetMs).toBe(7);
  });

  test("a file that is both global and the project's is read once", async () => {
    const env = { OPENCODE_CONFIG_DIR: "/repo/.opencode" };
    expect((await load({ [projectFile]: broken }, { env })).problems).toHaveLength(1);
  });

  test.each(["1", "true", "TRUE"])(
    "OPENCODE_DISABLE_PROJECT_CONFIG=%s leaves the project's files unread",
    async (value) => {
      const env = { OPENCODE_DISABLE_PROJECT_CONFIG: value };
      expect(await load({ [projectFile]: broken }, { env })).toMatchObject({
        config: defaults,
        problems: [],
        sources: [],
      });
    },
  );
});

describe("problems", () => {
  test("all problems of all layers are reported at once, and the sound layers still count", async () => {
    const { config, problems, sources } = await load(
      {
        [globalFile]: '{ "verify": { "gateBudgetMs": 2 } }',
        [projectFile]: broken,
        "/repo/a/.opencode/dod-gate.jsonc": "[",
      },
      { directory: "/repo/a", options: { verfy: {}, commands: { allow: "make" } } },
    );
    expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
      "plugin options wrongType",
      "plugin options unknownKey",
      ".opencode/dod-gate.jsonc badValue",
      "a/.opencode/dod-gate.jsonc wrongType",
      "a/.opencode/dod-gate.jsonc syntax",
    ]);
    expect(config).toEqual({ ...defaults, verify: { ...defaults.verify, gateBudgetMs: 2 } });
    expect(sources).toEqual([globalFile]);
  });

  test("a layer with one problem contributes none of its settings", async () => {
    const { config } = await load({ [projectFile]: '{ "verify": { "gateBudgetMs": 1, "preflight": 1 } }' });
    expect(config).toEqual(defaults);
  });

  test("a global file is named by its whole path", async () => {
    expect((await load({ [globalFile]: "[]" })).problems).toEqual([expect.objectContaining({ file: globalFile })]);
  });

  test.each([
    [{ kind: "directory" } as const, { code: "notAFile" }],
    [{ kind: "fifo" } as const, { code: "notAFile" }],
    [
      { content: "{}", unreadable: "EACCES" },
      { code: "unreadable", message: "EACCES" },
    ],
    ["/".repeat(262_145), { code: "tooLarge", size: 262_145, limit: 262_144 }],
  ])("a file that can't be read (%o) is a problem", async (entry, fault) => {
    const { problems } = await load({ [projectFile]: entry });
    expect(problems).toEqual([{ file: ".opencode/dod-gate.jsonc", path: "", ...fault }]);
  });

  test("of very many problems in one layer the first twenty are told, and how many more there are", async () => {
    const { problems } = await load({ [projectFile]: `{ ${"? ".repeat(500)} }` });
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toEqual({ file: ".opencode/dod-gate.jsonc", path: "", code: "more", count: 480 });
  });
});

test.each<[of: string, scrap: (index: number) => string]>([
  ["unexpected text", () => "?"],
  ["brackets", () => "["],
  ["nested objects", () => '{"a":'],
  ["nested sections", () => '"verify":{'],
  ["repeated keys", () => '"a":1,'],
  ["unknown keys", (index) => `"verif${index}":1,`],
  ["unclosed text", () => '"'],
  ["unclosed comments", () => "/*"],
])("a file full of %s takes no time worth mentioning", async (_, scrap) => {
  const text = `{${Array.from({ length: 100_000 }, (__, index) => scrap(index))
    .join("")
    .slice(0, 262_000)}`;
  const startedAt = performance.now();
  expect((await load({ [projectFile]: text })).problems).not.toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

describe("what is loaded", () => {
  afterEach(() => {
    vi.doUnmock("zod");
    vi.doUnmock("jsonc-parser");
    vi.resetModules();
  });

  function breakLibrary(name: string): void {
    vi.resetModules();
    vi.doMock(name, () => {
      throw new Error(`${name} was loaded`);
    });
  }

  async function loadAfresh(options: unknown) {
    const { load: loadAgain } = await import("./support.ts");
    return loadAgain({}, { options });
  }

  test.each(["zod", "jsonc-parser"])("%s is not loaded while nothing is configured", async (library) => {
    breakLibrary(library);
    expect((await loadAfresh({})).problems).toEqual([]);
  });

  test.each(["zod", "jsonc-parser"])(
    "without %s a configuration is a problem, and never an exception",
    async (library) => {
      breakLibrary(library);
      expect((await loadAfresh({ verify: {} })).problems).toEqual([
        { file: "plugin options", path: "", code: "notValidated", message: expect.stringContaining("mock") },
      ]);
    },
  );
});
