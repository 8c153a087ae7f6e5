import { describe, expect, test } from "vitest";
import { type Claim, type EvidenceGap, findUnsupported } from "../../src/grader/evidence.ts";
import { memoryFiles } from "../support/memory-files.ts";
import { artefact, textOnly, tree } from "./support.ts";

const claim = (rest: Partial<Claim> = {}): Claim => ({
  reasons: ["src/parser.ts:1-3 handles it"],
  criteria: ["Empty input is handled."],
  artefact: artefact(),
  returnText: artefact().finalReturnText,
  directory: "/project",
  filesRead: ["/project/src/parser.ts"],
  ...rest,
});
const find = (rest: Partial<Claim> = {}) => findUnsupported(claim(rest), memoryFiles(tree));
const findFor = (reason: string, rest: Partial<Claim> = {}) => find({ reasons: [reason], ...rest });

describe("a pass stands on a file that this grader really read (R001-37, attack 13)", () => {
  test.each([
    "src/parser.ts:1",
    "It is handled (src/parser.ts:1-3).",
    "/project/src/parser.ts:2",
    "./src/../src/parser.ts:2",
    "src/parser.ts says so",
    "`src/parser.ts`:2",
    "parser.ts:2 does it",
    "src/parser.ts:1 and, for context, src/lexer.ts:1, which was not read",
    "src/parser.ts:1, listening on localhost:8080 with status:200",
    "package.json:1 and src/parser.ts:1",
    "'handled in src/parser.ts:1'",
    "src/parser.ts:1 sets the image to library/node:20, behind api.example.com:443",
    "`GET /users/:id` answers 404 on sha256:123, node:20-alpine and foo.bar():12 (src/parser.ts:1)",
  ])("%j", async (reason) => {
    expect(await findFor(reason)).toBeUndefined();
  });

  test.each<[string, string]>([
    ["app/(shop)/[id]/page.tsx:1", "/project/app/(shop)/[id]/page.tsx"],
    ["(app/(shop)/[id]/page.tsx:1)", "/project/app/(shop)/[id]/page.tsx"],
    ["`docs/Release Notes.md:1`", "/project/docs/Release Notes.md"],
    ["Makefile:1", "/project/Makefile"],
  ])("%j, with odd names", async (reason, path) => {
    expect(await findFor(reason, { filesRead: [path] })).toBeUndefined();
  });

  test("by either name of a base directory that is a link", async () => {
    const files = memoryFiles({ ...tree, "/alias": { link: "/project" } });
    for (const reason of ["src/parser.ts:1", "/alias/src/parser.ts:1", "/project/src/parser.ts:1"]) {
      for (const read of ["/alias/src/parser.ts", "/project/src/parser.ts"]) {
        const linked = claim({ reasons: [reason], directory: "/alias", filesRead: [read] });
        expect(await findUnsupported(linked, files)).toBeUndefined();
      }
    }
  });
});

describe("any other pass is unsupported (attack 13)", () => {
  test.each<[string, string, EvidenceGap["code"]]>([
    ["nothing cited", "Everything is fine.", "nothingRead"],
    ["a file that was never read", "package.json:1", "nothingRead"],
    ["a file that was never read, with the name of one that was", "src/lexer.ts:1", "nothingRead"],
    ["words of the return text where files changed", '"handles carriage returns and empty input"', "nothingRead"],
    ["a mere mention of a file that was not read", "src/lexer.ts", "nothingRead"],
    ["a file that isn't there", "src/ghost.ts:1", "citedMissing"],
    ["a file that isn't there, beside one that was read", "src/parser.ts:1 and src/ghost.ts:7", "citedMissing"],
    ["a file that isn't there, within quotation marks", "src/parser.ts:1 and 'as in src/ghost.ts:7'", "citedMissing"],
    ["a file without an extension that isn't there", "src/parser.ts:1 and src/ghost:7", "citedMissing"],
    ["a file in a folder that isn't there", "src/parser.ts:1 and ghost/a.ts:7", "citedMissing"],
    ["a directory", "src/parser.ts:1 and ./src:1", "citedMissing"],
    ["a directory with an extension's look", "src/parser.ts:1 and app/(shop):1", "citedMissing"],
    ["the base directory", "src/parser.ts:1 and /project:1", "citedMissing"],
    ["a path that climbs out, to something that is there", "src/parser.ts:1 and ../etc/passwd:1", "citedOutside"],
    ["an absolute path outside", "src/parser.ts:1 and /etc/passwd:1", "citedOutside"],
    ["a sibling whose name begins like the base", "src/parser.ts:1 and /project2/a.ts:1", "citedOutside"],
    ["a link that leads outside", "src/parser.ts:1 and link.ts:1", "citedOutside"],
    ["a slash that only looks like one", "src∕parser.ts:1", "citedMissing"],
    ["a Cyrillic letter in the name", "src/pаrser.ts:1", "citedMissing"],
    ["a zero-width space in the name", "src/par\u200bser.ts:1", "citedMissing"],
    ["a full-width colon", "src/lexer.ts：1", "nothingRead"],
    ["another case", "src/Parser.ts:1", "citedMissing"],
    ["a NUL in the name", "src/parser.ts\u0000.md:1", "citedMissing"],
    ["the end of a name, not of a path", "arser.ts:1", "citedMissing"],
    ["a URL", "https://example.org/src/parser.ts:1", "nothingRead"],
  ])("%s", async (_, reason, code) => {
    expect((await findFor(reason))?.code).toBe(code);
  });

  test("a shortened path that fits two files which were read", async () => {
    const files = memoryFiles({ ...tree, "/project/lib/parser.ts": "" });
    const filesRead = ["/project/src/parser.ts", "/project/lib/parser.ts"];
    expect((await findUnsupported(claim({ reasons: ["parser.ts:1"], filesRead }), files))?.code).toBe("citedMissing");
  });

  test("a name that is there is not taken for the end of another's path", async () => {
    const files = memoryFiles({ ...tree, "/project/web/package.json": "{}" });
    const read = claim({ reasons: ["package.json:1"], filesRead: ["/project/web/package.json"] });
    expect(await findUnsupported(read, files)).toEqual({ code: "nothingRead" });
  });

  test("a file outside that was read all the same is no ground", async () => {
    expect((await findFor("/etc/passwd:1", { filesRead: ["/etc/passwd"] }))?.code).toBe("citedOutside");
    expect((await findFor("link.ts:1", { filesRead: ["/project/link.ts"] }))?.code).toBe("citedOutside");
    expect((await findFor("All is in link.ts", { filesRead: ["/project/link.ts"] }))?.code).toBe("nothingRead");
  });

  test("more citations than anybody would check", async () => {
    const many = Array.from({ length: 201 }, (_, index) => `src/parser.ts:${index + 1}`).join(" ");
    expect(await findFor(many)).toEqual({ code: "tooManyCitations", limit: 200 });
  });
});

describe("a file that was read is cited by its name, whatever stands in it", () => {
  test.each<[string, string]>([
    ["docs/My File.md", "docs/My File.md:1 documents it."],
    ["docs/My File.md", "docs/My File.md:1-9, as asked"],
    ["docs/My File.md", "It is documented (docs/My File.md:1)."],
    ["docs/My File.md", "`docs/My File.md`:3 documents it."],
    ["docs/My File.md", "`docs/My File.md:3` documents it."],
    ["docs/My File.md", "**docs/My File.md**:3 documents it."],
    ["docs/My File.md", "docs/My File.md documents it."],
    ["docs/My File.md", "./docs/My File.md:1 documents it."],
    ["docs/My File.md", "/project/docs/My File.md:1 documents it."],
    ["docs/My File.md", "My File.md:1 documents it."],
    ["docs/My File.md", "b/docs/My File.md:1 documents it."],
    ["docs/My File.md", "见docs/My File.md:3处理"],
    ["docs/My File.md", "docs/My File.md#L1-L3"],
    ["a,b.ts", "a,b.ts:3 does it"],
    ["a (copy).ts", "a (copy).ts:3 does it"],
    ["a (copy).ts", "It does it (a (copy).ts:3)."],
    ["a:b.ts", "a:b.ts:3 does it"],
    ["a'b c.ts", "a'b c.ts:3 does it"],
    ['a "b".ts', 'a "b".ts:3 does it'],
    ["📦 pkg/a.ts", "📦 pkg/a.ts:3 ok"],
    ["📦 pkg/a.ts", "src/parser.ts does it, 📦 pkg/a.ts:3 ok"],
    ["ドキュメント/説明 1.md", "ドキュメント/説明 1.md:3 に書かれています。"],
    ["Make file", "Make file:3 has it"],
    ["src/a.ts", "b/src/a.ts:3 does it."],
    ["src/a.ts", "a/src/a.ts:3 did it."],
    ["src/a.ts", "src\\a.ts:3 does it."],
    ["tests/test_x.py", "tests/test_x.py::TestA::test_b:12 covers it"],
    ["tests/test_x.py", "`tests/test_x.py::test_b[a/b]:12` covers it"],
  ])("%j in %j", async (name, reason) => {
    const path = `/project/${name}`;
    const files = memoryFiles({ ...tree, [path]: "x" });
    const read = claim({ reasons: [reason], filesRead: [path], artefact: artefact({ changedFiles: [] }) });
    expect(await findUnsupported({ ...read, evidence: "readFile" }, files)).toBeUndefined();
  });

  test.each<[string, string, EvidenceGap["code"]]>([
    ["docs/My File.md", "docs/Other File.md:1", "citedMissing"],
    ["docs/My File.md", "docs/My File.md.bak.md:1", "citedMissing"],
    ["docs/My File.md", "olddocs/My File.md:1", "citedMissing"],
    ["docs/My File.md", "my docs/My File.mdx:1", "citedMissing"],
    ["docs/My File.md", "https://example.org/docs/My File.md", "nothingRead"],
    ["docs/My File.md", "docs/My File", "nothingRead"],
    ["works fine", "It works fine", "nothingRead"],
    ["a.ts", "a.ts.old.ts:1", "citedMissing"],
    ["a.ts", "src/a.ts:1", "citedMissing"],
    ["src/a.ts", "b/src/other.ts:3", "citedMissing"],
    ["src/a.ts", "b/src/parser.ts:3", "nothingRead"],
    ["src/a.ts", "d/src/a.ts:3", "citedMissing"],
    ["src/a.ts", "old-src/a.ts:3", "citedMissing"],
  ])("%j not in %j", async (name, reason, code) => {
    const path = `/project/${name}`;
    const files = memoryFiles({ ...tree, [path]: "x" });
    expect((await findUnsupported(claim({ reasons: [reason], filesRead: [path] }), files))?.code).toBe(code);
  });

  test("a file that is there is not taken for another by what a diff puts before it", async () => {
    const files = memoryFiles({
      ...tree,
      "/project/b/src/parser.ts": "x",
      "/project/b/My File.md": "x",
      "/project/My File.md": "x",
    });
    for (const [reason, read] of [
      ["b/src/parser.ts:1", "/project/src/parser.ts"],
      ["b/My File.md:1", "/project/My File.md"],
    ] as const) {
      const found = await findUnsupported(claim({ reasons: [reason], filesRead: [read] }), files);
      expect(found).toEqual({ code: "nothingRead" });
    }
  });
});

describe("only what is certain to be meant as a file is a false citation", () => {
  test.each([
    "db.internal:5432",
    "`host.docker.internal:3000`",
    "api.example.co.uk:443.",
    "mail.example.de:587",
    "redis.prod.svc:6379",
    "retry.delay:300",
    ".card:2",
    ".ts:2",
    "/api/users:1",
    "Europe/Berlin:9",
    "input/output:2",
    "ghcr.io/acme/api:1.4.2",
    "org.slf4j/slf4j-api:2.0.9",
    "@scope/pkg:2",
    "localhost:3000/api/x:1",
    "HEAD~1:2",
    "at Object.<anonymous> (/app/index.js:10:5)",
    "at /app/index.js:10:5",
    "Makefile2:3",
  ])("%j is none, and no evidence either", async (words) => {
    expect(await findFor(`src/parser.ts:1 has ${words}`)).toBeUndefined();
    expect(await findFor(`It has ${words}`)).toEqual({ code: "nothingRead" });
  });

  test.each<[string, EvidenceGap["code"]]>([
    ["b.txt:1", "citedMissing"],
    ["src/ghost.ts:1", "citedMissing"],
    ["(src/ghost:7)", "citedMissing"],
    ["ghost/README.MD:1", "citedMissing"],
    ["src/ghost.ts:1:5", "citedMissing"],
    ["src/ghost.ts::test:4", "citedMissing"],
    ["./ghost:4", "citedMissing"],
    ["/project/ghost:4", "citedMissing"],
    ["/project/ghost.ts:4:1", "citedMissing"],
    ["../outside.ts:3", "citedOutside"],
    ["../outside:3", "citedOutside"],
    ["/etc/passwd:1", "citedOutside"],
    ["/etc/passwd:1:1", "citedOutside"],
    ["/elsewhere/a.ts:1", "citedOutside"],
  ])("%j is one", async (words, code) => {
    expect((await findFor(`src/parser.ts:1 does it, and ${words} too`))?.code).toBe(code);
    expect((await findFor(words))?.code).toBe(code);
  });

  test("a place that the work itself names is quoted, not cited", async () => {
    const reason = "src/parser.ts:1 prints `main.go:12: undefined` as asked";
    const criteria = ["It prints `main.go:12: undefined: x`."];
    expect((await findFor(reason))?.code).toBe("citedMissing");
    expect(await findFor(reason, { criteria })).toBeUndefined();
    expect(await findFor(reason, { returnText: "It prints\nmain.go:12: undefined" })).toBeUndefined();
    expect((await findFor(reason, { returnText: "It prints main.go:121 and main.go:1" }))?.code).toBe("citedMissing");
    expect((await findFor(reason, { returnText: "I wrote main.go" }))?.code).toBe("citedMissing");
    expect(await findFor("As main.go:12", { criteria })).toEqual({ code: "nothingRead" });
    expect(await findFor("As a/main.go:12", { criteria: ["a/main.go:12"] })).toEqual({ code: "nothingRead" });
  });
});

test.each(["a b ", "docs/", "x", " ", "docs/a b c d e ", "/project/docs/", "a", "📦 "])(
  "a megabyte of %j beside names made of it takes no time",
  async (unit) => {
    const filesRead = Array.from(
      { length: 300 },
      (_, index) => `/project/${unit.repeat(900 / unit.length)}${index}.md`,
    );
    const files = { ...memoryFiles({}), realPath: async (path: string) => path };
    const started = performance.now();
    await findUnsupported(claim({ reasons: [unit.repeat(1_000_000 / unit.length), ...filesRead], filesRead }), files);
    expect(performance.now() - started).toBeLessThan(25_000);
  },
);

describe("changed files may be cited although nothing is there any more, and prove nothing", () => {
  const changedFiles = [
    { path: "/project/src/parser.ts", status: "modified" },
    { path: "/project/src/old.ts", status: "deleted" },
    { path: "/project/src/seen.ts", status: "observed" },
    { path: "/project/src/claimed.ts", status: "added" },
    { path: "/etc/passwd", status: "modified" },
  ] as const;
  const changed = artefact({ changedFiles });

  test.each<[string, EvidenceGap["code"] | undefined]>([
    ["src/parser.ts:1; src/old.ts:1 is gone", undefined],
    ["src/parser.ts:1; src/seen.ts:1 is gone", undefined],
    ["src/parser.ts:1; /etc/passwd:1 was touched", undefined],
    ["src/old.ts:1 is gone", "nothingRead"],
    ["src/parser.ts:1; src/claimed.ts:1 was added", "citedMissing"],
  ])("%j", async (reason, code) => {
    expect((await findFor(reason, { artefact: changed }))?.code).toBe(code);
  });

  test("also where the base directory is a link", async () => {
    const files = memoryFiles({ ...tree, "/alias": { link: "/project" } });
    const linked = claim({ reasons: ["src/parser.ts:1; src/old.ts:1"], artefact: changed, directory: "/alias" });
    expect(await findUnsupported(linked, files)).toBeUndefined();
  });
});

describe("a pass has a reason for each criterion (R001-38)", () => {
  const criteria = ["One.", "Two.", "Three."];

  test.each<[string, string[], EvidenceGap | undefined]>([
    ["all three", ["src/parser.ts:1", "yes", "yes"], undefined],
    ["one more", ["src/parser.ts:1", "yes", "yes", ""], undefined],
    ["none", [], { code: "reasonMissing", reasons: 0, criteria: 3 }],
    ["two", ["src/parser.ts:1", "yes"], { code: "reasonMissing", reasons: 2, criteria: 3 }],
    ["an empty one", ["src/parser.ts:1", "", "yes"], { code: "reasonEmpty", criterion: 2 }],
    ["blanks", ["src/parser.ts:1", "yes", " \n\t"], { code: "reasonEmpty", criterion: 3 }],
    ["a sign that says nothing", ["src/parser.ts:1", "—", "yes"], { code: "reasonEmpty", criterion: 2 }],
    ["invisible characters", ["\u200b\ufeff", "src/parser.ts:1", "yes"], { code: "reasonEmpty", criterion: 1 }],
  ])("%s", async (_, reasons, gap) => {
    expect(await find({ reasons, criteria })).toEqual(gap);
  });
});

describe("of a text alone, a pass quotes words of it or cites what was read", () => {
  const quotation = 'It says "handles carriage returns".';

  test.each<[string, Partial<Claim>, EvidenceGap["code"] | undefined]>([
    ["a quotation", { reasons: [quotation] }, undefined],
    ["none", { reasons: ["It is well explained."] }, "nothingQuoted"],
    ["an invented one", { reasons: ['It says "tests are all green".'] }, "nothingQuoted"],
    ["a file that was read instead", { reasons: ["src/parser.ts:1"] }, undefined],
    ["a quotation beside a file that isn't there", { reasons: [`${quotation} src/ghost.ts:1`] }, "citedMissing"],
  ])("%s", async (_, rest, code) => {
    expect((await find({ artefact: textOnly(), ...rest }))?.code).toBe(code);
  });

  test("where it is unknown whether files changed, either will do", async () => {
    const unknown = textOnly({ attribution: "unknown" });
    expect(await findFor(quotation, { artefact: unknown, filesRead: [] })).toBeUndefined();
    expect(await findFor("src/parser.ts:1", { artefact: unknown })).toBeUndefined();
    expect(await findFor("src/lexer.ts:1", { artefact: unknown })).toEqual({ code: "nothingQuoted" });
  });
});
