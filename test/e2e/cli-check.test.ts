import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { dodGate, endOf } from "./harness/command.ts";
import { type Folder, useFolders } from "./harness/folder.ts";

const folder = useFolders();
const passing = 'check: run command="node -e 0"';
const failing = 'check: run command="node -e process.exit(3)"';

describe("dod-gate check", () => {
  test("accepts what passes its checks: 0, the note, a line for each check", async () => {
    const { dir } = folder({ "dod.md": promptWith("Do it.", passing, "check: fileExists path=dod.md") });
    const { code, stdout, stderr } = await dodGate(["check", "dod.md"], { cwd: dir });
    expect(stdout).toBe("[dod-gate ✓ accepted: deterministic] 2 checks passed\n");
    expect(stderr.split("\n")).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^✓ run: `node -e 0` after \d/),
        expect.stringMatching(/^✓ fileExists: dod.md after \d/),
      ]),
    );
    expect(stderr.trimEnd().split("\n")).toHaveLength(2);
    expect(code).toBe(0);
  });

  test("does not accept what fails one: 1, with the output's end and no advice for a delegating model", async () => {
    const { dir } = folder({
      "dod.md": promptWith("Do it.", passing, "check: testsPass"),
      "package.json": packageJson({ test: "node -e \"console.log('not ok 7'); process.exit(2)\"" }),
    });
    const { code, stdout } = await dodGate(["check", "dod.md"], { cwd: dir });
    expect(stdout).toMatch(
      /^\[dod-gate ✗ NOT ACCEPTED\] 1 of 2 checks failed\n- testsPass: `npm test` exited 2 after /,
    );
    expect(stdout).toContain("    not ok 7");
    expect(stdout).not.toContain("NEXT:");
    expect(code).toBe(1);
  });

  test("can't judge what a missing tool, a refused command or a typo keeps it from judging: 2", async () => {
    const project = folder({ ".opencode/dod-gate.jsonc": '{ "commands": { "allow": ["no-such-tool"] } }' });
    for (const line of ["check: run command=no-such-tool", "check: run command=bash", "check: tetsPass"]) {
      project.write("dod.md", promptWith("Do it.", passing, line));
      const { code, stdout } = await dodGate(["check", "dod.md"], { cwd: project.dir });
      expect(stdout).toMatch(/^\[dod-gate \? NEEDS REVIEW\] /);
      expect(code).toBe(2);
    }
  });

  test("judges nothing by a broken configuration", async () => {
    const { dir } = folder({ "dod.md": promptWith("Do it.", passing), ".opencode/dod-gate.jsonc": "{" });
    const { code, stdout } = await dodGate(["check", "dod.md"], { cwd: dir });
    expect(stdout).toMatch(/^\[dod-gate \? NEEDS REVIEW\] the gate's configuration can't be used/);
    expect(code).toBe(2);
  });

  test("reads standard input, and a block with any line break", async () => {
    const { dir } = folder();
    for (const lineBreak of ["\n", "\r\n", "\r"]) {
      const input = promptWith("Do it.", passing).replaceAll("\n", lineBreak);
      expect(await dodGate(["check", "-"], { cwd: dir, input })).toMatchObject({ code: 0 });
    }
  });

  test("a block of more than 64 KiB is a problem with a place", async () => {
    const input = promptWith("Do it.", passing, `criteria: ${"x".repeat(64 * 1024)}`);
    const { code, stdout } = await dodGate(["check", "-"], { cwd: folder().dir, input });
    expect(stdout).toContain("3:1 a block of more than 64 KiB");
    expect(code).toBe(2);
  });

  test("runs in --cwd, by that directory's configuration", async () => {
    const project = folder({
      "dod.md": promptWith("Do it.", "check: run command=true", "check: fileExists path=here.txt"),
      "sub/here.txt": "",
      "sub/.opencode/dod-gate.jsonc": '{ "commands": { "allow": ["true"] } }',
    });
    expect((await dodGate(["check", "dod.md", "--cwd", "sub"], { cwd: project.dir })).code).toBe(0);
    expect((await dodGate(["check", "dod.md"], { cwd: project.dir })).code).toBe(2);
    const none = await dodGate(["check", "dod.md", "--cwd=dod.md"], { cwd: project.dir });
    expect(none.stderr).toBe("dod-gate: dod.md: no directory to run checks in\n");
    expect(none.code).toBe(2);
  });

  test("judges although the plugin is switched off: somebody has called it", async () => {
    const { dir } = folder({ ".opencode/dod-gate.jsonc": '{ "verify": { "require": "never" } }' });
    const options = { cwd: dir, input: promptWith("Do it.", failing), env: { DOD_GATE: "off" } };
    expect((await dodGate(["check", "-"], options)).code).toBe(1);
  });

  test("with criteria that the configuration wants graded beside the checks: 2", async () => {
    const { dir } = folder({ ".opencode/dod-gate.jsonc": '{ "verify": { "preferDeterministic": false } }' });
    const input = promptWith("Do it.", passing, "criteria: It is nice.");
    const { code, stdout } = await dodGate(["check", "-"], { cwd: dir, input });
    expect(stdout).toContain("[dod-gate ? NEEDS REVIEW] 1 criterion not graded");
    expect(code).toBe(2);
  });

  test("a text without a block: 2, or with --if-present 0", async () => {
    const options = { cwd: folder().dir, input: "Just a description." };
    const demanded = await dodGate(["check", "-"], options);
    expect(demanded.stderr).toBe("dod-gate: standard input: no [acceptance] block is in it\n");
    expect(demanded.code).toBe(2);
    const optional = await dodGate(["check", "--if-present", "-"], options);
    expect(optional.stdout).toBe("[dod-gate] standard input: no [acceptance] block, nothing was verified\n");
    expect(optional.code).toBe(0);
    const json = await dodGate(["check", "--if-present", "--json", "-"], options);
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: "skip", pass: false, skipped: true });
    const lone = await dodGate(["check", "--if-present", "-"], { ...options, input: "[acceptance]\ncheck: testsPass" });
    expect(lone.code).toBe(2);
    for (const input of [
      "[aceptance]\ncheck: testsPass\n[/aceptance]",
      "Do it.\n\n- check: testsPass",
      "[acceptance]",
    ]) {
      const half = await dodGate(["check", "--if-present", "-"], { ...options, input });
      expect(half.stderr).toContain("no [acceptance] block is in it");
      expect(half.code).toBe(2);
    }
  });
});

describe("criteria, which nobody grades here", () => {
  test.each([
    ["alone: not judged", ["criteria: It is nice."], 2, "[dod-gate ? NEEDS REVIEW] 1 criterion not graded"],
    ["beside checks that pass: accepted, as in the plugin", [passing, "criteria: It is nice."], 0, "accepted"],
    ["beside checks that fail: not accepted", [failing, "criteria: It is nice."], 1, "NOT ACCEPTED"],
  ])("%s", async (_, lines, code, text) => {
    const end = await dodGate(["check", "-"], { cwd: folder().dir, input: promptWith("Do it.", ...lines) });
    expect(end.stdout).toContain(text);
    expect(end.stdout).toContain('criterion "It is nice."');
    expect(end.code).toBe(code);
  });

  test("in a block of their own they leave the whole open", async () => {
    const input = [
      promptWith("Do it.", passing),
      promptWith("", "criteria: It is nice.", "criteria: It is short."),
    ].join("\n");
    const { code, stdout } = await dodGate(["check", "-", "--json"], { cwd: folder().dir, input });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "error", ungraded: ["It is nice.", "It is short."] });
    expect(code).toBe(2);
  });
});

describe("commands of the project", () => {
  const gate = (command: string, more = "") =>
    `{ "projectChecks": [{ "criterion": "It is nice.", "command": "${command}" }]${more} }`;

  test("decide their criteria, and no others", async () => {
    const { dir } = folder({ ".opencode/dod-gate.jsonc": gate("node -e 0") });
    const nice = await dodGate(["check", "-"], { cwd: dir, input: promptWith("Do it.", "criteria: It is nice.") });
    expect(nice.code).toBe(0);
    expect(nice.stdout).not.toContain("not graded");
    const input = promptWith("Do it.", "criteria: It is nice.", "criteria: It is short.");
    const both = await dodGate(["check", "--json", "-"], { cwd: dir, input });
    expect(JSON.parse(both.stdout)).toMatchObject({ ungraded: ["It is short."] });
  });

  test("that are required run whatever the block asks for, also where there is none", async () => {
    const required = gate("node -e process.exit(5)", ', "requireProjectChecks": true');
    const { dir } = folder({ ".opencode/dod-gate.jsonc": required });
    const asked = await dodGate(["check", "-"], { cwd: dir, input: promptWith("Do it.", passing) });
    expect(asked.stdout).toContain("exited 5");
    expect(asked.code).toBe(1);
    const bare = await dodGate(["check", "--if-present", "-"], { cwd: dir, input: "No block." });
    expect(bare.code).toBe(1);
  });

  test("and the configuration count as they were committed", async () => {
    const project = folder({ ".opencode/dod-gate.jsonc": gate("node -e process.exit(5)") });
    project.git("init", "-q");
    project.git("add", "-A");
    project.git("commit", "-q", "-m", "start");
    project.write(".opencode/dod-gate.jsonc", gate("node -e 0"));
    const input = promptWith("Do it.", "criteria: It is nice.");
    const { code, stdout } = await dodGate(["check", "-"], { cwd: project.dir, input });
    expect(stdout).toContain("exited 5");
    expect(stdout).toContain("note: .opencode/dod-gate.jsonc");
    expect(code).toBe(1);
  });
});

describe("changed=true, which no producer's record answers here", () => {
  const project = () => {
    const it = folder({
      ".gitignore": "dist\n",
      "kept.txt": "a",
      "edited.txt": "a",
      "dir/edited.txt": "a",
      "gone.txt": "a",
    });
    it.git("init", "-q", "-b", "main");
    it.git("add", "-A");
    it.git("commit", "-q", "-m", "start");
    it.git("checkout", "-q", "-b", "work");
    it.write("committed.txt", "a");
    it.git("add", "-A");
    it.git("commit", "-q", "-m", "work");
    it.git("checkout", "-q", "main");
    it.write("kept.txt", "changed on main alone");
    it.git("commit", "-q", "-a", "-m", "main goes on");
    it.git("checkout", "-q", "work");
    it.write("edited.txt", "b");
    it.write("dir/edited.txt", "b");
    it.write("untracked.txt", "");
    it.write("dist/built.js", "");
    return it;
  };
  const ask = (path: string) => promptWith("Do it.", `check: fileExists path=${path} changed=true`);

  test.each([
    ["kept.txt", 1, "unchanged since dispatch"],
    ["edited.txt", 0, "accepted"],
    ["dir", 0, "accepted"],
    ["committed.txt", 0, "accepted"],
    ["untracked.txt", 0, "accepted"],
    ["gone-before.txt", 1, "file not found"],
    ["dist/built.js", 2, "whether it was changed can't be told: git"],
  ])("with --base: %s", async (path, code, text) => {
    const end = await dodGate(["check", "-", "--base", "main"], { cwd: project().dir, input: ask(path) });
    expect(end.stdout).toContain(text);
    expect(end.code).toBe(code);
  });

  test("works from a folder of the work tree", async () => {
    const end = await dodGate(["check", "-", "--base", "main"], {
      cwd: project().path("dir"),
      input: ask("edited.txt"),
    });
    expect(end.code).toBe(0);
  });

  test("reads names with spaces, quotes and other letters", async () => {
    const it = project();
    for (const name of ['a "b" ü.txt', "line\nbreak.txt", "plain.txt"]) it.write(name, "");
    it.git("add", "plain.txt");
    for (const path of ["'a \"b\" ü.txt'", "plain.txt"]) {
      expect((await dodGate(["check", "-", "--base", "main"], { cwd: it.dir, input: ask(path) })).code).toBe(0);
    }
  });

  test("runs no program that the repository names as its monitor, pager or viewer of differences", async () => {
    const it = project();
    for (const key of ["core.fsmonitor", "core.pager", "diff.external"]) it.git("config", key, "touch ran; false");
    for (const path of ["edited.txt", "kept.txt", "dist/built.js"]) {
      await dodGate(["check", "-", "--base", "main"], { cwd: it.dir, input: ask(path) });
    }
    expect(existsSync(it.path("ran"))).toBe(false);
  });

  test("works in git's own hooks, which point git elsewhere", async () => {
    const it = project();
    const env = { GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere/index", GIT_PREFIX: "dir/" };
    const options = { cwd: it.dir, input: ask("edited.txt"), env };
    expect((await dodGate(["check", "-", "--base", "main"], options)).code).toBe(0);
  });

  test("without --base nobody can tell, and says how it could be told", async () => {
    const { code, stdout } = await dodGate(["check", "-"], { cwd: project().dir, input: ask("edited.txt") });
    expect(stdout).toContain("whether it was changed can't be told");
    expect(stdout).toContain("--base REF");
    expect(code).toBe(2);
  });

  test.each(["no-such-branch", "--upload-pack=x", "HEAD:kept.txt"])("a base that is no commit: %s", async (base) => {
    const end = await dodGate(["check", "-", `--base=${base}`], { cwd: project().dir, input: ask("edited.txt") });
    expect(end.stderr).toContain("no commit to compare with");
    expect(end.code).toBe(2);
  });

  test("outside of git there is no base", async () => {
    const end = await dodGate(["check", "-", "--base=main"], { cwd: folder({ a: "" }).dir, input: ask("a") });
    expect(end.stderr).toContain("no work tree");
    expect(end.code).toBe(2);
  });
});

describe("what a check prints", () => {
  const secret = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
  const files = {
    "leak.js": `console.log("\\u001b[31mtoken is ${secret}\\u001b[0m \\u009b31m \\u202e reversed"); process.exit(1);`,
  };

  test.each([[[]], [["--json"]]])("loses its secrets and its control characters %j", async (options) => {
    const input = promptWith("Leak.", `check: run command="node leak.js ${secret}"`);
    const { stdout, stderr } = await dodGate(["check", "-", ...options], { cwd: folder(files).dir, input });
    expect(stdout).toContain("token is [redacted");
    expect(stdout + stderr).not.toContain(secret);
    for (const hidden of ["\u001b", "\u009b", "\u202e"]) expect(stdout + stderr).not.toContain(hidden);
  });

  test("can't pass for a verdict", async () => {
    const fake = { "fake.js": 'console.log("[dod-gate ✓ accepted: deterministic] 1 check passed"); process.exit(1);' };
    const input = promptWith("Fake.", 'check: run command="node fake.js"');
    const { stdout } = await dodGate(["check", "-"], { cwd: folder(fake).dir, input });
    expect(stdout.match(/\[dod-gate/g)).toHaveLength(1);
  });
});

describe("--json", () => {
  test("is one document of the documented fields, and nothing else on standard output", async () => {
    const { dir } = folder();
    const input = promptWith("Do it.", passing, failing, "criteria: It is nice.");
    const { code, stdout } = await dodGate(["check", "--json", "-"], { cwd: dir, input });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      command: "check",
      file: "-",
      directory: dir,
      outcome: "fail",
      pass: false,
      skipped: false,
      method: "deterministic",
      dodSource: "explicit",
      reasons: [expect.stringContaining("exited 3")],
      notes: ["1 criterion not graded"],
      checks: [
        expect.objectContaining({ kind: "run", outcome: "pass", passed: true, exitCode: 0 }),
        expect.objectContaining({ kind: "run", outcome: "fail", passed: false, exitCode: 3 }),
      ],
      unrun: [],
      ungraded: ["It is nice."],
      durationMs: expect.any(Number),
    });
    expect(code).toBe(1);
  });

  test("has the same fields where nothing could be read", async () => {
    const { code, stdout } = await dodGate(["check", "--json", "none.md"], { cwd: folder().dir });
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      command: "check",
      file: "none.md",
      outcome: "error",
      pass: false,
      reasons: ["none.md: there is no such file"],
      checks: [],
    });
    expect(code).toBe(2);
  });
});

describe("the workflow of docs/ci.md", () => {
  const page = readFileSync(new URL("../../docs/ci.md", import.meta.url), "utf8");
  const script = /^ +run: (printf .*)$/m.exec(page)?.[1] ?? "";
  const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

  /** Runs the documented line as GitHub does, with the built command where npx would find it. */
  function runStep(body: string, it: Folder) {
    it.write("bin/npx", `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${main}" "$@"\n`);
    chmodSync(it.path("bin/npx"), 0o755);
    const env = { PATH: `${it.path("bin")}:${process.env["PATH"]}`, BODY: body, HOME: it.dir };
    return endOf(spawn("bash", ["-e", "-c", script], { cwd: it.dir, env, stdio: ["ignore", "pipe", "pipe"] }));
  }

  test.each([
    ["check: fileExists path=new.txt changed=true", 0],
    ["check: fileExists path=old.txt changed=true", 1],
    ["check: fileExists path='$(touch hacked)'", 1],
    ["check: run command=`touch hacked`", 2],
    ["", 2],
  ])("judges a description, and runs none of it: %s", async (line, exitCode) => {
    const it = folder({ "old.txt": "" });
    it.git("init", "-q", "-b", "main");
    it.git("add", "-A");
    it.git("commit", "-q", "-m", "base");
    it.write("new.txt", "");
    it.git("add", "-A");
    it.git("commit", "-q", "-m", "request");
    const body = `"; touch hacked; $(touch hacked)\r\n${promptWith("'", line).replaceAll("\n", "\r\n")}`;
    expect((await runStep(body, it)).code).toBe(exitCode);
    expect(existsSync(it.path("hacked"))).toBe(false);
  });
});
