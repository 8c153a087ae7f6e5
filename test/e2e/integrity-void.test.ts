import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { Host } from "./harness/host.ts";
import type { Project } from "./harness/project.ts";
import { bash, say, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";
import { until } from "./harness/waiting.ts";

const shared = useHost();

const test1 = [
  'const { test } = require("node:test");',
  'const { add } = require("../src/add.js");',
  'test("adds", () => require("node:assert").strictEqual(add(1, 2), 3));',
  "",
].join("\n");
const weak = 'require("node:test").test("adds", () => {});\n';
const fixed = "exports.add = (a, b) => a + b;\n";
const files = {
  "package.json": packageJson({ test: "node --test test/" }),
  "src/add.js": "exports.add = (a, b) => a - b;\n",
  "test/add.test.js": test1,
  ".gitignore": "*.log\n",
};
const prompt = (...lines: string[]) => promptWith("Fix the sum.", ...lines);

/** Has the producer start a program that outlives its call, and is ended after the test. */
const leaving = (program: string) => [
  write("daemon.log", `require("fs").writeFileSync("ready.log", "");\n${program}`),
  bash("setsid node daemon.log >/dev/null 2>&1 & echo $! > pid.log; until [ -e ready.log ]; do sleep 0.05; done"),
];
const daemons: Project[] = [];
afterEach(() => {
  for (const project of daemons.splice(0)) {
    if (project.has("pid.log")) execFileSync("kill", ["-KILL", project.read("pid.log").trim()], { stdio: "ignore" });
  }
});
const projectWithDaemon = (options: Parameters<typeof shared.project>[0]) => {
  const project = shared.project(options);
  daemons.push(project);
  return project;
};

const directoryOf = (host: Host) => join(host.home, ".local/share/opencode-dod-gate/integrity");
const leftIn = (host: Host) => (existsSync(directoryOf(host)) ? readdirSync(directoryOf(host)) : []);
const stateOf = (project: Project) => ({
  index: readFileSync(project.path(".git/index"), "base64"),
  seen: ["status --porcelain -- src", "stash list", "for-each-ref", "worktree list", "fsck --unreachable"].map(
    (command) => project.git(...command.split(" ")),
  ),
});

describe("work that changes while it is judged is not accepted", () => {
  test("a process that goes on writing voids the verdict (R001-40)", async () => {
    const project = projectWithDaemon({ files });
    const { output, metadata } = await project.delegate({
      prompt: prompt("check: testsPass"),
      producer: [
        write("src/add.js", fixed),
        ...leaving('let n = 0; setInterval(() => require("fs").writeFileSync("src/data.json", String(n++)), 20);'),
        say("Fixed."),
      ],
    });
    const written = project.read("src/data.json");
    await until(() => project.read("src/data.json") !== written);
    expect(output).toContain("[dod-gate ? NEEDS REVIEW] files changed while they were being judged");
    expect(output).toContain("src/data.json");
    expect(metadata["dodGate"]).toMatchObject({ outcome: "error", pass: false });
  });

  test("a process that swaps the tests for as long as they run, and puts them back, gains nothing", async () => {
    const runner = [
      'const { writeFileSync, readFileSync } = require("node:fs");',
      'const { spawnSync } = require("node:child_process");',
      "const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);",
      'writeFileSync("begun.log", "");',
      'for (let i = 0; i < 40 && !readFileSync("test/add.test.js", "utf8").includes("() => {}"); i++) pause(25);',
      'const { status } = spawnSync("node", ["--test", "test/"], { stdio: "inherit" });',
      'writeFileSync("done.log", "");',
      'for (let i = 0; i < 40 && readFileSync("test/add.test.js", "utf8").includes("() => {}"); i++) pause(25);',
      "process.exit(status);",
    ].join("\n");
    const swap = [
      'const fs = require("fs");',
      `setInterval(() => { if (fs.existsSync("begun.log")) { fs.rmSync("begun.log"); fs.writeFileSync("test/add.test.js", ${JSON.stringify(weak)}); } }, 10);`,
      `setInterval(() => { if (fs.existsSync("done.log")) { fs.rmSync("done.log"); fs.writeFileSync("test/add.test.js", ${JSON.stringify(test1)}); } }, 10);`,
    ].join("\n");
    const project = projectWithDaemon({
      files: { ...files, "package.json": packageJson({ test: "node run.js" }), "run.js": runner },
    });
    const { output, metadata } = await project.delegate({
      prompt: prompt("check: testsPass"),
      producer: [...leaving(swap), say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(output).toContain(
      "passed, but in a copy of the work, which nothing else could change meanwhile, it exited 1",
    );
    expect(metadata["dodGate"]).toMatchObject({
      integrity: {
        touched: [],
        ran: [
          { where: "inPlace", outcome: "pass" },
          { where: "baselineOracles", outcome: "fail" },
        ],
      },
    });
  });

  test("a check that formats a file once is judged again, and accepted", async () => {
    const build = 'require("fs").writeFileSync("src/generated.js", "exports.built = 2;\\n");';
    const project = shared.project({
      files: {
        ...files,
        "build.js": build,
        "src/generated.js": "exports.built = 1;\n",
        "package.json": packageJson({ build: "node build.js" }),
      },
    });
    const { output } = await project.delegate({
      prompt: prompt("check: buildPasses"),
      producer: [write("src/add.js", fixed), say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
  });

  test("a report that a check leaves is only noted", async () => {
    const project = shared.project({
      files: {
        ...files,
        "package.json": packageJson({ test: "node --test test/ && node -e \"fs.writeFileSync('report.xml','')\"" }),
      },
    });
    const { output } = await project.delegate({
      prompt: prompt("check: testsPass"),
      producer: [write("src/add.js", fixed), say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(output).toContain(
      "- note: files appeared while the work was judged, or were written by its checks: report.xml",
    );
  });
});

describe("what was caught once stays caught", () => {
  test("a weakened test is not the baseline of the next dispatch, by whatever way it comes", async () => {
    const project = shared.project({ files });
    const tampering = {
      prompt: prompt("check: testsPass"),
      producer: [write("test/add.test.js", weak), say("Fixed.")],
    };
    const first = await project.delegate(tampering);
    expect(first.output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    const second = await project.delegate({
      prompt: promptWith("Again.", "check: testsPass"),
      producer: [say("Fixed.")],
    });
    expect(second.output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(second.output).toContain("test/add.test.js");
    const third = await project.delegate({
      prompt: promptWith("Once more.", "check: testsPass"),
      producer: [write("src/add.js", fixed), say("Fixed at last.")],
    });
    expect(third.output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(third.output).toContain("test/add.test.js (modified, test)");
  });

  test("also among the attempts of one delegation", async () => {
    const project = shared.project({ files });
    const { output } = await project.viaDelegate({
      prompt: "Fix the sum.",
      acceptance: "check: testsPass",
      producers: [[write("test/add.test.js", weak), say("Fixed.")], [say("It was fixed already.")]],
    });
    expect(output).toContain("[dod-gate status: unmet]");
    expect(output).toContain("with the tests and configuration from before the work it exited 1");
  });
});

describe("where there is nothing to compare with", () => {
  test("outside of a git work tree the checks decide, and the verdict says so", async () => {
    const project = shared.project({ files, git: "none" });
    const { output, metadata } = await project.delegate({
      prompt: prompt("check: testsPass"),
      producer: [write("src/add.js", fixed), say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(output).toContain("- note: integrity not checked: this is no git work tree");
    expect(metadata["dodGate"]).not.toHaveProperty("integrity");
  });

  test("without a commit the work tree is guarded all the same", async () => {
    const project = shared.project({ files, git: "empty" });
    const { output } = await project.delegate({
      prompt: prompt("check: testsPass"),
      producer: [write("test/add.test.js", weak), say("Fixed.")],
    });
    expect(output).toContain("with the tests and configuration from before the work it exited 1");
  });
});

describe("nothing is left behind", () => {
  test("no copy outlives its verdict, and a crashed host's are gone at the next start (R001-31)", async () => {
    const host = await Host.start();
    try {
      const project = host.project({ files });
      await project.delegate({
        prompt: prompt("check: testsPass"),
        producer: [write("test/add.test.js", weak), say("Fixed.")],
      });
      const [own = ""] = leftIn(host);
      expect(readdirSync(join(directoryOf(host), own, "copies"))).toEqual([]);
      project.remove();
    } finally {
      await host.stop();
    }
  });

  test("what a host that was killed in the middle has left goes when the next one starts", async () => {
    const killed = await Host.start();
    const suite = 'if (process.cwd().includes("copies")) setTimeout(() => {}, 20_000);\n';
    const project = killed.project({
      files: { "package.json": packageJson({ test: "node test/slow.js" }), "test/slow.js": suite },
    });
    const before = stateOf(project);
    const { turn } = await project.beginDelegate([
      { prompt: "Work.", acceptance: "check: testsPass", producers: [[write("test/slow.js", ""), say("Done.")]] },
    ]);
    const over = turn.catch(() => "the host is gone");
    const copies = () =>
      leftIn(killed)
        .map((own) => join(directoryOf(killed), own, "copies"))
        .flatMap((path) => (existsSync(path) ? readdirSync(path) : []));
    await until(() => copies().length > 0, 60_000);
    killed.process.kill("SIGKILL");
    expect(await over).toBe("the host is gone");
    expect(stateOf(project)).toEqual(before);
    // The next host finds it in the user's data directory.
    const [left = ""] = leftIn(killed);
    mkdirSync(directoryOf(shared.host), { recursive: true });
    renameSync(join(directoryOf(killed), left), join(directoryOf(shared.host), left));
    project.remove();
    await killed.stop();
    await shared.project({ files }).session();
    await until(() => !leftIn(shared.host).includes(left));
    expect(leftIn(shared.host)).not.toContain(left);
  });
});
