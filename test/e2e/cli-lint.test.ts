import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { promptWith } from "./harness/block.ts";
import { dodGate } from "./harness/command.ts";
import { useFolders } from "./harness/folder.ts";

const folder = useFolders();
const testdata = fileURLToPath(new URL("../testdata/", import.meta.url));
const good = promptWith("Write it.", "check: testsPass");
const bad = promptWith("Write it.", "check: testPasses", "check: run command=bash");

describe("dod-gate lint on the blocks that the parser is tested with", () => {
  test("prints exactly the located problems of every bad one, and their notes", async () => {
    const names = namesIn("bad");
    const { code, stdout } = await dodGate(["lint", ...names.map((name) => `bad/${name}.txt`)], { cwd: testdata });
    const lines = names.flatMap((name) => {
      const approved = approvedLines(`bad/${name}`);
      return approved.map((line) => `bad/${name}.txt:${line.replace(" ", ": ")}`);
    });
    expect(lines.length).toBeGreaterThan(100);
    expect(stdout.split("\n").filter((line) => line !== "" && !line.includes(": note: "))).toEqual(lines);
    expect(code).toBe(1);
  });

  test("finds nothing in the good ones but commands that the policy refuses, and tells their notes", async () => {
    const names = namesIn("good");
    const { code, stdout, stderr } = await dodGate(["lint", ...names.map((name) => `good/${name}.txt`)], {
      cwd: testdata,
    });
    const lines = stdout.split("\n").filter(Boolean);
    expect(lines.filter((line) => !line.includes(": note: ")).map((line) => line.split(": ")[0])).toEqual([
      "good/quoting.txt:3:1",
      "good/the-last-one-wins.txt:6:1",
    ]);
    const notes = names.flatMap((name) =>
      approvedLines(`good/${name}`).map((line) => `good/${name}.txt:${line.replace(" ", ": note: ")}`),
    );
    expect(lines.filter((line) => line.includes(": note: "))).toEqual(notes);
    expect(stderr).toContain("good/no-block.txt: no [acceptance] block is in it");
    expect(code).toBe(1);
  });
});

describe("dod-gate lint", () => {
  test("says that there is no problem, and exits 0", async () => {
    const { dir } = folder({ "a.md": good, "b.md": good });
    const { code, stdout, stderr } = await dodGate(["lint", "a.md", "b.md"], { cwd: dir });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr: "dod-gate: 2 blocks in 2 files: no problem\n",
    });
  });

  test("holds commands against the project's own policy", async () => {
    const text = promptWith("Write it.", "check: run command=make");
    const project = folder({ "a.md": text });
    expect((await dodGate(["lint", "a.md"], { cwd: project.dir })).code).toBe(1);
    project.write(".opencode/dod-gate.jsonc", '{ "commands": { "allow": ["make"] } }');
    expect((await dodGate(["lint", "a.md"], { cwd: project.dir })).code).toBe(0);
  });

  test("judges nothing by a broken configuration", async () => {
    const { dir } = folder({ "a.md": good, ".opencode/dod-gate.jsonc": '{ "comands": {} }' });
    const { code, stdout, stderr } = await dodGate(["lint", "a.md"], { cwd: dir });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain('.opencode/dod-gate.jsonc:1:3: unknown key "comands"; did you mean "commands"?');
    const asked = await dodGate(["lint", "--json", "a.md"], { cwd: dir });
    expect(JSON.parse(asked.stdout)).toMatchObject({ version: 1, outcome: "error", reasons: [expect.any(String)] });
  });

  test("reads standard input, and a file that is named like an option", async () => {
    const { dir } = folder({ "--json": bad });
    const piped = await dodGate(["lint", "-"], { cwd: dir, input: bad });
    expect(piped.stdout).toMatch(/^-:4:8: unknown check kind "testPasses"/);
    const named = await dodGate(["lint", "--", "--json"], { cwd: dir });
    expect(named.stdout).toMatch(/^--json:4:8: unknown check kind "testPasses"/);
    expect([piped.code, named.code]).toEqual([1, 1]);
  });

  test("gives the same columns and lines for every kind of line break", async () => {
    const { dir } = folder({
      "lf.md": bad,
      "crlf.md": bad.replaceAll("\n", "\r\n"),
      "cr.md": bad.replaceAll("\n", "\r"),
    });
    const { stdout } = await dodGate(["lint", "lf.md", "crlf.md", "cr.md"], { cwd: dir });
    const lines = stdout.split("\n").filter(Boolean);
    expect(new Set(lines.map((line) => line.replace(/^\w+\.md/, ""))).size).toBe(2);
    expect(lines).toHaveLength(6);
  });

  test("prints one document with --json, problems and notes with their codes", async () => {
    const { dir } = folder({ "a.md": bad, "b.md": `[acceptance]\n${good}` });
    const { code, stdout } = await dodGate(["lint", "a.md", "b.md", "none.md", "--json"], { cwd: dir });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      command: "lint",
      outcome: "fail",
      reasons: [],
      files: [
        {
          file: "a.md",
          outcome: "fail",
          blocks: 1,
          problems: [
            { line: 4, column: 8, code: "unknownKind", message: expect.stringContaining("testsPass") },
            {
              line: 5,
              column: 1,
              code: "command",
              message: expect.stringContaining('"bash" is not an allowed program'),
            },
          ],
          notes: [],
        },
        {
          file: "b.md",
          outcome: "pass",
          blocks: 1,
          problems: [],
          notes: [{ line: 1, column: 1, code: "discardedOpenTag", message: expect.any(String) }],
        },
        { file: "none.md", outcome: "error", blocks: 0, problems: [], notes: [], reason: expect.any(String) },
      ],
    });
  });

  test("prints neither secrets nor what would move the cursor", async () => {
    const secret = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const text = promptWith(
      "Leak.",
      `check: run command="curl --token ${secret}"`,
      "check: fileExists pa\u001b[2Jth=x",
    );
    const project = folder({ "a.md": text });
    const name = "odd\u001b[31m\u202e.md";
    project.write(name, text);
    for (const args of [
      ["a.md", name],
      ["--json", "a.md", name],
    ]) {
      const { stdout, stderr } = await dodGate(["lint", ...args], { cwd: project.dir });
      expect(stdout + stderr).not.toContain(secret);
      for (const hidden of ["\u001b", "\u202e"]) expect(stdout + stderr).not.toContain(hidden);
      expect(stdout).toContain("[redacted");
    }
    const { stdout } = await dodGate(["lint", "--json", name], { cwd: project.dir });
    expect(JSON.parse(stdout).files[0].file).toBe(name);
  });
});

describe("dod-gate lint --plan", () => {
  const step = (number: number, ...lines: string[]) =>
    [`${number}. Implement part ${number} of the parser and test it.`, ...lines].join("\n");
  const block = ["   [acceptance]", "   check: testsPass", "   [/acceptance]"];

  test("asks for a block in every step, and for a step around every block", async () => {
    const { dir } = folder({
      "plan.md": [
        "# Plan",
        "",
        ...good.split("\n").slice(2),
        "",
        step(1, ...block),
        step(2),
        step(3, ...block),
        "",
      ].join("\n"),
    });
    const plain = await dodGate(["lint", "plan.md"], { cwd: dir });
    expect(plain.code).toBe(0);
    const { code, stdout, stderr } = await dodGate(["lint", "--plan", "plan.md"], { cwd: dir });
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^plan\.md:3:1: .*\[acceptance\].* belongs to no step; move it/),
      expect.stringMatching(/^plan\.md:11:1: step "2 Implement part 2.*" has no \[acceptance\] block; write one/),
      "",
    ]);
    expect(stderr).toBe("dod-gate: 2 blocks in 1 file: 2 problems\n");
    expect(code).toBe(1);
  });

  test("tells the problems of blocks, and commands that the policy refuses, where they are in the plan", async () => {
    const lines = ["   [acceptance]", "   check: tetsPass", "   check: run command=bash", "   [/acceptance]"];
    const { dir } = folder({ "plan.md": `${step(1, ...lines)}\n` });
    const { stdout } = await dodGate(["lint", "--plan", "--json", "plan.md"], { cwd: dir });
    expect(JSON.parse(stdout).files[0].problems).toMatchObject([
      { line: 3, column: 11, code: "unknownKind" },
      { line: 4, column: 4, code: "command" },
    ]);
  });

  test("a plan of 1,000 steps takes next to no time", async () => {
    const steps = Array.from({ length: 1000 }, (_, index) => step(index + 1, ...block));
    const { dir } = folder({ "plan.md": `# Plan\n\n${steps.join("\n")}\n` });
    const started = performance.now();
    const { code, stderr } = await dodGate(["lint", "--plan", "plan.md"], { cwd: dir });
    expect(stderr).toBe("dod-gate: 1000 blocks in 1 file: no problem\n");
    expect(code).toBe(0);
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test("no steps, and no plan", async () => {
    const { dir } = folder({ "prose.md": "Nothing.\n", "empty.md": "" });
    const prose = await dodGate(["lint", "--plan", "prose.md"], { cwd: dir });
    expect(prose.stdout).toMatch(/^prose\.md:1:1: the plan has no steps/);
    expect(prose.code).toBe(1);
    expect((await dodGate(["lint", "--plan", "empty.md"], { cwd: dir })).code).toBe(2);
  });
});

describe("a file that can't be judged is named with the reason, and the exit code is 2", () => {
  const project = () => {
    const it = folder({
      "empty.md": "",
      "blank.md": " \n\n",
      "prose.md": "# Title\n\nNo block.\n",
      "tag.md": "[acceptance]\n",
    });
    it.write("binary.png", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
    it.write("huge.md", `${good}\n`.repeat(100_000));
    execFileSync("mkfifo", [it.path("pipe")]);
    return it;
  };
  const cases: [file: string, reason: string][] = [
    ["missing.md", "there is no such file"],
    ["missing/at/all.md", "there is no such file"],
    [".", "a directory, not a file"],
    ["pipe", "not a regular file"],
    ["/dev/zero", "not a regular file"],
    ["binary.png", "not text"],
    ["huge.md", "larger than 4 MiB"],
    ["empty.md", "empty"],
    ["blank.md", "empty"],
    ["prose.md", "no [acceptance] block is in it"],
    ["tag.md", "no [acceptance] block is in it"],
    ["", "there is no such file"],
    // A regular file whose reading fails for everybody.
    ["/proc/self/mem", "can't be read: EIO"],
  ];

  test.each(cases)("%s: %s", async (file, reason) => {
    const { dir } = project();
    for (const command of ["lint", "check"]) {
      const { code, stdout, stderr } = await dodGate([command, file], { cwd: dir });
      expect(stderr).toContain(reason);
      expect(stdout).not.toContain("✓");
      expect(code).toBe(2);
    }
  });

  test("one among good ones is enough", async () => {
    const it = folder({ "a.md": good, "prose.md": "Nothing." });
    const { code, stderr } = await dodGate(["lint", "a.md", "prose.md"], { cwd: it.dir });
    expect(stderr).toContain("prose.md: no [acceptance] block is in it");
    expect(code).toBe(2);
  });

  test("with --if-present a file without a block is fine, and one with a lone tag is not", async () => {
    const { dir } = project();
    const fine = await dodGate(["lint", "--if-present", "prose.md", "empty.md"], { cwd: dir });
    expect(fine).toEqual({ code: 0, stdout: "", stderr: "dod-gate: 2 files without a block\n" });
    const lone = await dodGate(["lint", "--if-present", "tag.md"], { cwd: dir });
    expect(lone.stdout).toContain("tag.md:1:1: note: [acceptance] has no closing tag");
    expect(lone.code).toBe(2);
    expect((await dodGate(["lint", "--if-present", "missing.md"], { cwd: dir })).code).toBe(2);
  });
});

function namesIn(part: "good" | "bad"): string[] {
  return readdirSync(testdata + part)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => name.slice(0, -".txt".length));
}

function approvedLines(name: string): string[] {
  return (JSON.parse(readFileSync(`${testdata}${name}.json`, "utf8")) as { lines: string[] }).lines;
}
