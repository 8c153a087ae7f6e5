import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type CommandPolicy, normalize, parseCommand } from "../../src/checks/command.ts";
import { splitWords } from "../../src/checks/words.ts";

const policy: CommandPolicy = { allow: [], inlineEval: true };

function codesOf(text: string, allowed: CommandPolicy = policy): string[] {
  const parsed = parseCommand(text, allowed);
  return parsed.ok ? [] : parsed.problems.map((problem) => problem.code);
}

describe("splitting a command into words", () => {
  test.each([
    ["npm test", ["npm", "test"]],
    ["  npm \t test  ", ["npm", "test"]],
    [String.raw`node -e "a \"b\" \\ \n"`, ["node", "-e", String.raw`a "b" \ \n`]],
    [String.raw`node 'a \" b'`, ["node", String.raw`a \" b`]],
    [`node a"b c"'d e'f`, ["node", "ab cd ef"]],
    [`node "" ''`, ["node", "", ""]],
    [String.raw`node C:\dir\x`, ["node", String.raw`C:\dir\x`]],
    [`node "it's" 'say "x"'`, ["node", "it's", 'say "x"']],
    ["", []],
  ])("reads %j as %j (R000-6, R002-10)", (text, words) => {
    expect(splitWords(text)).toEqual({ ok: true, words });
  });

  test.each([
    ['npm "test', '"'],
    ["npm 'test", "'"],
    [String.raw`npm "test\"`, '"'],
  ])("finds the open quote in %j", (text, quote) => {
    expect(splitWords(text)).toEqual({ ok: false, quote });
  });

  it("gives any words back that are quoted", () => {
    const quoted = (word: string) => `"${word.replace(/(["\\])/g, String.raw`\$1`)}"`;
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(splitWords(words.map(quoted).join(" "))).toEqual({ ok: true, words });
      }),
    );
  });
});

describe("the programs that a command may name (R002-18)", () => {
  test.each("npm npx pnpm yarn bun node tsc tsx vitest jest eslint prettier".split(" "))("%s is allowed", (program) => {
    expect(codesOf(`${program} run x`)).toEqual([]);
  });

  test.each(["make test", "bash x", "sh x", "NPM test", "npm\u00a0test"])("%j is not allowed", (text) => {
    expect(codesOf(text)).toEqual(["notAllowed"]);
  });

  test.each([
    "./npm test",
    "/usr/bin/npm test",
    "node_modules/.bin/npm test",
    String.raw`.\npm test`,
    "C:npm test",
    ".. x",
  ])("%j is a path and not a name (attack 5)", (text) => {
    expect(codesOf(text)).toEqual(["notBareName"]);
  });

  it("allows what the configuration adds, and no path even then", () => {
    expect(codesOf("make test", { allow: ["make"], inlineEval: true })).toEqual([]);
    expect(codesOf("./make test", { allow: ["./make"], inlineEval: true })).toEqual(["notBareName"]);
  });

  test.each([
    ["npmm test", "npm"],
    ["npm.cmd test", "npm"],
    ["vitst run", "vitest"],
    ["esling .", "eslint"],
  ])("%j suggests %s", (text, suggestion) => {
    const parsed = parseCommand(text, policy);
    expect(parsed).toMatchObject({ ok: false, problems: [{ code: "notAllowed", suggestion }] });
  });

  it("tells an assignment from a program", () => {
    expect(codesOf("CI=1 npm test")).toEqual(["assignment"]);
  });

  test.each(["", "   ", '""'])("%j is empty", (text) => {
    expect(codesOf(text)).toEqual(["empty"]);
  });
});

describe("characters that a shell would act on (R002-19, attack 8)", () => {
  const shellCharacters = [";", "&", "|", "`", "$", "<", ">", "\n", "\r", "\0", "\x1b", "\x7f", "\x85", "\u2028"];

  test.each(shellCharacters)("%j is refused anywhere, in quotes too", (character) => {
    for (const text of [
      `npm test ${character} x`,
      `npm "a${character}b"`,
      `npm 'a${character}b'`,
      `npm${character}test x`,
    ]) {
      const parsed = parseCommand(text, policy);
      expect(parsed).toMatchObject({
        ok: false,
        problems: expect.arrayContaining([{ code: "forbiddenCharacter", character }]),
      });
    }
  });

  it("is refused for any text that holds one of them", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...shellCharacters), fc.string(), (before, character, after) => {
        expect(parseCommand(`npm ${before}${character}${after}`, policy).ok).toBe(false);
      }),
    );
  });

  it("lets a tab separate words", () => {
    expect(codesOf("npm\ttest")).toEqual([]);
  });

  it("reports each character once, and all problems together", () => {
    expect(codesOf("nope ; ; | x")).toEqual(["forbiddenCharacter", "forbiddenCharacter", "notAllowed"]);
    expect(codesOf('npm ; "x')).toEqual(["forbiddenCharacter", "unterminatedQuote"]);
  });
});

describe("commands that would install", () => {
  const refused = [
    "npm install",
    "npm i",
    "npm ci",
    "npm add x",
    "npm update",
    "npm uninstall x",
    "npm instal",
    "npm installTest",
    "npm insta",
    "npm --prefix sub install",
    "npm --unknown value ci",
    "npm -s ci",
    "npm -- install",
    "npm init -y",
    "npm create vite",
    "npm link",
    "npm audit fix",
    "npm exec --yes cowsay",
    "npm exec cowsay -y",
    "npm x --ye cowsay",
    "npm exec -- npm install",
    "npm exec github:a/b",
    "npm test --yes",
    "npx -y cowsay",
    "npx --yes cowsay",
    "npx --yes=true cowsay",
    "npx -p cowsay -y cowsay",
    "npx -p git+https://example.com/x.git x",
    "npx --package=./dir x",
    "npx .",
    "npx ./dir",
    "npx user/repo",
    "npx https://example.com/x.tgz",
    "npx npm ci",
    "pnpm install",
    "pnpm add x",
    "pnpm dlx cowsay",
    "pnpm -r install",
    "pnpm --filter a install",
    "pnpm -C sub i",
    "pnpm exec npm ci",
    "pnpm create vite",
    "pnpm --config.verify-deps-before-run=install test",
    "yarn",
    "yarn --frozen-lockfile",
    "yarn install",
    "yarn add x",
    "yarn dlx x",
    "yarn --cwd sub add x",
    "yarn workspace a add x",
    "yarn workspaces focus",
    "yarn workspaces foreach -A install",
    "yarn run npm ci",
    "bun install",
    "bun i",
    "bun add x",
    "bun x cowsay",
    "bun create vite",
    "bun --cwd sub install",
    "bun -i script.ts",
    "bun --install=force script.ts",
    "bun run -i script.ts",
    "bun run npm ci",
  ];
  test.each(refused)("%j is refused", (text) => {
    expect(codesOf(text)).toEqual(["installs"]);
  });

  const harmless = [
    "npm test",
    "npm t",
    "npm run install",
    "npm run ci",
    "npm --silent run ci",
    "npm -s run ci",
    "npm -w packages/a run update",
    "npm run build -- --yes",
    "npm test -- -y",
    "npm search x",
    "npm config get x",
    "npm exec vitest",
    "npm audit",
    "npm ls",
    "npx vitest run",
    "npx vitest@3 run",
    "npx @scope/tool@1.2.3 x",
    "npx tsc -p tsconfig.json",
    "npx -w packages/a vitest",
    "npx -- vitest -y",
    "npx --no-install vitest",
    "pnpm test",
    "pnpm -r test",
    "pnpm --filter ./packages/a run ci",
    "pnpm exec vitest",
    "pnpm -w run install",
    "yarn test",
    "yarn run install",
    "yarn workspace a test",
    "yarn workspaces foreach -A run test",
    "bun test",
    "bun run install",
    "bun run script.ts -i",
    "bun script.ts -i",
    "bun pm ls",
    "node install.js",
  ];
  test.each(harmless)("%j is not", (text) => {
    expect(codesOf(text)).toEqual([]);
  });
});

describe("code in an argument", () => {
  const strict: CommandPolicy = { allow: [], inlineEval: false };

  const evaluating = [
    "node -e x",
    "node -p x",
    "node -pe x",
    "node --eval x",
    "node --eval=x",
    "node --print x",
    "node --enable-source-maps -e x",
    "node -r ./setup.js -e x",
    "bun -e x",
    "bun -econsole",
    "bun --print x",
    "bun exec x",
    "tsx -e x",
    "npx tsx -e x",
    "npx -c vitest",
    "npm exec --call vitest",
    "pnpm exec node -e x",
    "yarn node -p x",
    "node --import data:text/javascript,x",
    "node --import=data:text/javascript,x x.js",
  ];
  test.each(evaluating)("%j is refused where inlineEval is false (attack 8)", (text) => {
    expect(codesOf(text, strict)).toEqual(["inlineEval"]);
    expect(codesOf(text)).toEqual([]);
  });

  test.each(["node x.js -e", "node --test -- -e", "npm test -- -e x", "eslint -e x", "vitest -p x", "node x.js"])(
    "%j holds none",
    (text) => {
      expect(codesOf(text, strict)).toEqual([]);
    },
  );
});

describe("commands that prove nothing (attack 17)", () => {
  test.each([
    ["npm test -v"],
    ["npm test -H"],
    ["npm test --vers"],
    ["npm run unit --hel"],
    ["npm test -?"],
    ["pnpm -v test"],
    ["yarn --version"],
    ["bun --revision"],
    ["npx --version vitest"],
    ["node --version"],
    ["node -v check.js"],
    ["tsc -v"],
    ["vitest run --version"],
    ["eslint . --help"],
  ])("%j asks a program about itself", (text) => {
    expect(codesOf(text)).toContain("runsNothing");
  });

  test.each([
    ["npm test --verbose"],
    ["npm test -- -v"],
    ["npm test -- --version"],
    ["npm test --workspaces --if-present"],
    ["node check.js --version"],
    ["node check.js -v"],
    ["pnpm test -v"],
    ["npx vitest --version"],
    ["tsc -p . --verbose"],
  ])("%j runs something", (text) => {
    expect(codesOf(text)).toEqual([]);
  });

  test.each([
    "node",
    "node -",
    "node --",
    "npx",
    "npx --",
    "npx --no",
    "npx -q",
    "bun",
    "bun -",
    "pnpm",
    "npm run",
    "npm run --if-present",
    "pnpm run",
    "yarn run",
    "bun run",
    "npm test --help",
  ])("%j is refused", (text) => {
    expect(codesOf(text)).toEqual(["runsNothing"]);
  });
});

describe("a parsed command", () => {
  it("keeps its text as its author wrote it, and has one normal spelling", () => {
    const parsed = parseCommand(`  "npm"   test  -- 'a b' `, policy);
    expect(parsed).toEqual({
      ok: true,
      command: { program: "npm", args: ["test", "--", "a b"], text: `"npm"   test  -- 'a b'` },
    });
    if (parsed.ok) expect(normalize(parsed.command)).toBe("npm test -- a b");
  });

  it("never throws, and never lets a path or an unknown name through", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseCommand(text, policy);
        if (parsed.ok) expect(parsed.command.program).toMatch(/^[a-z]+$/);
      }),
    );
  });
});
