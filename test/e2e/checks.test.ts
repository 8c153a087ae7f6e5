import { readFileSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { bash, type ScriptStep, type Step, say, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";
import { processesWith } from "./harness/waiting.ts";

const shared = useHost();
const done = [say("Done.")];

describe("a check that does not end", () => {
  test("its whole tree is gone and the caller has its answer within three seconds of the time limit (R000-8, R002-20)", async () => {
    const mark = `hold-${Date.now()}`;
    const project = shared.project({
      gate: { verify: { checkTimeoutMs: 1500 } },
      files: {
        "package.json": packageJson({ test: "node fork.js" }),
        "fork.js": [
          'const { spawn } = require("node:child_process");',
          `const sleeper = "setTimeout(() => {}, 600000)";`,
          `spawn("node", ["-e", sleeper, "${mark}"], { stdio: "inherit" });`,
          `spawn("setsid", ["node", "-e", sleeper, "${mark}"], { stdio: "inherit" });`,
          'console.log("the last words before the silence");',
          "setTimeout(() => {}, 600000);",
        ].join("\n"),
      },
    });
    const { output, metadata } = await project.delegate({
      prompt: promptWith("Hang.", "check: testsPass"),
      producer: done,
    });
    expect(metadata["dodGate"]).toMatchObject({ outcome: "fail", checks: [{ timedOut: true, exitCode: null }] });
    expect((metadata["dodGate"] as { durationMs: number }).durationMs).toBeLessThan(1500 + 3000);
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(output).toContain("ran into its time limit of 1.5s");
    expect(output).toContain("the last words before the silence");
    expect(processesWith(mark)).toEqual([]);
  });

  test("a script that reads its input gets the end of it at once", async () => {
    const project = shared.project({
      files: { "package.json": packageJson({ test: "cat && node -e 0" }) },
    });
    const { output } = await project.delegate({ prompt: promptWith("Read.", "check: testsPass"), producer: done });
    expect(output).toContain("[dod-gate ✓ accepted");
  });

  test("a test runner that watches by default runs once", async () => {
    const project = shared.project({
      gate: { verify: { checkTimeoutMs: 20_000 } },
      files: {
        "package.json": packageJson({ test: "vitest" }),
        "some.test.mjs": 'import { test } from "vitest"; test("one", () => {});',
      },
    });
    symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), project.path("node_modules"));
    const { output } = await project.delegate({ prompt: promptWith("Watch.", "check: testsPass"), producer: done });
    expect(output).toContain("[dod-gate ✓ accepted");
  });

  test("the gate's own budget ends what the checks' limit would not, and names what was left unrun (R002-53)", async () => {
    const mark = `budget-${Date.now()}`;
    const project = shared.project({
      gate: { verify: { gateBudgetMs: 1000 } },
      files: {
        "package.json": packageJson({ test: `node -e "setTimeout(() => {}, 600000)" ${mark}` }),
      },
    });
    const { output, metadata } = await project.delegate({
      prompt: promptWith("Hang.", "check: testsPass"),
      producer: done,
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] verification gate timed out after 1000ms");
    expect(output).toContain("verify.gateBudgetMs");
    expect(output).toMatch(/unverified, not passed: testsPass/);
    expect(metadata["dodGate"]).toMatchObject({ outcome: "fail", pass: false });
    expect(processesWith(mark)).toEqual([]);
  });
});

describe("what a check prints", () => {
  test("60 MB are read with bounded memory, and what was printed first still satisfies `expect`", async () => {
    const project = shared.project({
      files: {
        "flood.js": [
          'process.stdout.write("the needle\\n");',
          'const line = "x".repeat(1023) + "\\n";',
          "let left = 60 * 1024;",
          "(function more() {",
          "  while (left-- > 0) if (!process.stdout.write(line)) return process.stdout.once('drain', more);",
          "})();",
        ].join("\n"),
      },
    });
    const before = hostMemory();
    const { output } = await project.delegate({
      prompt: promptWith("Flood.", 'check: run command="node flood.js" expect="the needle"'),
      producer: done,
    });
    expect(output).toContain("[dod-gate ✓ accepted");
    expect(hostMemory() - before).toBeLessThan(200);
  });

  test("npm's echo of the script's own text does not satisfy `expect`", async () => {
    const project = shared.project({
      files: { "package.json": packageJson({ say: `node -e "0" all-tests-passed` }) },
    });
    const { output } = await project.delegate({
      prompt: promptWith("Echo.", 'check: run command="npm run say" expect="all-tests-passed"'),
      producer: done,
    });
    expect(output).toContain('its output does not hold "all-tests-passed"');
  });

  test("a secret in it reaches neither the note nor the record", async () => {
    const secret = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const project = shared.project({ files: { "leak.js": `console.log("token is ${secret}"); process.exit(1);` } });
    const { output, metadata } = await project.delegate({
      prompt: promptWith("Leak.", 'check: run command="node leak.js"'),
      producer: done,
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(output + JSON.stringify(metadata)).not.toContain(secret);
  });
});

describe("delegations that share a test command", () => {
  test("five at once cost at most three runs, each judged by a run that began after it finished (R002-39)", async () => {
    const project = shared.project({
      files: {
        "package.json": packageJson({ test: "node slow.js" }),
        "slow.js": [
          'const { appendFileSync } = require("node:fs");',
          'appendFileSync("runs.log", `start ${Date.now()}\\n`);',
          "setTimeout(() => {}, 1500);",
        ].join("\n"),
        ".gitignore": "runs.log\n",
      },
    });
    // However slow the machine, all five finish within the same moment.
    const together = meet(5);
    const delegations = [1, 2, 3, 4, 5].map((number) => ({
      prompt: promptWith(`Part number ${number}.`, "check: testsPass"),
      producer: [write(`part${number}.txt`, ""), together(say(`Part ${number} is done.`))],
    }));
    const results = await project.delegateAll(delegations);
    const starts = project
      .read("runs.log")
      .trim()
      .split("\n")
      .map((line) => Number(line.split(" ")[1]));
    expect(results.map((result) => result.metadata["dodGate"])).toMatchObject(results.map(() => ({ outcome: "pass" })));
    expect(starts.length).toBeLessThanOrEqual(3);
    const finishes = await Promise.all(results.map((result) => lastAnswerAt(project, result.producer ?? "")));
    expect(Math.max(...starts)).toBeGreaterThanOrEqual(Math.max(...finishes));
  });
});

describe("the caller's own permissions bound the gate", () => {
  const ran = { "ran.js": 'require("node:fs").writeFileSync("ran.txt", "")' };

  test.each([
    ["deny", "denies"],
    ["ask", "asks before"],
  ])("a command that they %s is not run and is reported as unverified", async (action, words) => {
    const project = shared.project({
      files: ran,
      config: { permission: { bash: { "*": "allow", "node ran*": action } } },
    });
    const { output, metadata } = await project.delegate({
      prompt: promptWith("Do.", 'check: run command="node ran.js"', "check: fileExists path=ran.js"),
      producer: done,
    });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW] 1 of 2 checks could not be judged");
    expect(output).toContain(`the caller's "bash" permission ${words} "node ran.js"`);
    expect(output).toContain("unverified, not passed: run: `node ran.js`");
    expect(metadata["dodGate"]).toMatchObject({ outcome: "error", pass: false });
    expect(project.has("ran.txt")).toBe(false);
  });

  test("a calling agent without bash gets no command run either", async () => {
    const project = shared.project({
      files: ran,
      config: { agent: { planner: { mode: "primary", permission: { bash: "deny" } } } },
    });
    const { output } = await project.delegate(
      { prompt: promptWith("Do.", 'check: run command="node ran.js"'), producer: done },
      { agent: "planner" },
    );
    expect(output).toContain("[dod-gate ? NEEDS REVIEW]");
    expect(project.has("ran.txt")).toBe(false);
  });

  test("a file outside the project is read only where external_directory allows it (R002-63)", async () => {
    const prompt = promptWith(
      "Do.",
      "check: fileExists path=/etc/hostname",
      "check: fileExists path=/etc/missing-file",
    );
    const asking = await shared.project().delegate({ prompt, producer: done });
    expect(asking.output).toContain("[dod-gate ? NEEDS REVIEW]");
    expect(asking.output).toContain('"external_directory" permission asks');
    const config = { permission: { external_directory: { "/etc/*": "allow" } } };
    const allowed = await shared.project({ config }).delegate({ prompt, producer: done });
    expect(allowed.output).toContain("1 of 2 checks failed");
    expect(allowed.output).toContain("file not found: /etc/missing-file");
  });
});

describe("what can't be run says nothing about the work", () => {
  test("a missing or placeholder script is a failure (none configured) (R000-7)", async () => {
    const placeholder = packageJson({ test: 'echo "Error: no test specified" && exit 1' });
    const project = shared.project({ files: { "package.json": placeholder } });
    const { output } = await project.delegate({
      prompt: promptWith("Do.", "check: testsPass", "check: buildPasses"),
      producer: done,
    });
    expect(output).toContain("2 of 2 checks failed");
    expect(output.match(/\(none configured\)/g)).toHaveLength(2);
  });

  test("a tool that is not there is an error, and nothing is installed (R001-7)", async () => {
    const project = shared.project({ files: { "package.json": packageJson({ test: "no-such-runner --all" }) } });
    const { output } = await project.delegate({
      prompt: promptWith(
        "Do.",
        "check: testsPass",
        'check: run command="eslint ."',
        'check: run command="npx left-pad-cli"',
      ),
      producer: done,
    });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW] 3 of 3 checks could not be judged");
    expect(project.has("node_modules")).toBe(false);
  });

  test.each([
    ["sh", "exit 1"],
    ["node", "node fail.js"],
    ["npm", "node fail.js"],
  ])("a %s planted in the project does not decide a script's outcome (attack 5)", async (name, script) => {
    const project = shared.project({
      files: { "package.json": packageJson({ test: script }), "fail.js": "process.exit(3);", npm: "#!/bin/true\n" },
    });
    const { output } = await project.delegate({
      prompt: promptWith("Do.", "check: testsPass"),
      producer: [
        write(`node_modules/.bin/${name}`, "#!/bin/true\n"),
        bash(`chmod +x node_modules/.bin/${name}`),
        say("Done."),
      ],
    });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW]");
    expect(output).toContain(`node_modules/.bin/${name} would stand in for "${name}"`);
  });

  test("a suite that finds no test to run has not passed", async () => {
    const project = shared.project({ files: { "package.json": packageJson({ test: "node --test" }) } });
    const { output } = await project.delegate({ prompt: promptWith("Do.", "check: testsPass"), producer: done });
    expect(output).toContain("its summary says that no test was run");
  });

  test("a file that no longer holds what a check found, when the last command has ended, is judged as it is then", async () => {
    const project = shared.project({
      files: { "slow.js": 'setTimeout(() => require("node:fs").writeFileSync("a.txt", "bad"), 300);', "a.txt": "good" },
    });
    const { output } = await project.delegate({
      prompt: promptWith("Do.", "check: fileContains path=a.txt text=good", 'check: run command="node slow.js"'),
      producer: done,
    });
    expect(output).toContain('[dod-gate ✗ NOT ACCEPTED] 1 of 2 checks failed\n- fileContains: the text "good" is not');
  });
});

function meet(count: number): (step: Step) => ScriptStep {
  let arrived = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return (step) => async () => {
    arrived += 1;
    if (arrived === count) open();
    await all;
    return step;
  };
}

function hostMemory(): number {
  const status = readFileSync(`/proc/${shared.host.process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

async function lastAnswerAt(project: ReturnType<typeof shared.project>, sessionID: string): Promise<number> {
  const messages = await project.client.session.messages({ path: { id: sessionID } });
  const last = messages.data?.at(-1)?.info;
  return last?.role === "assistant" ? (last.time.completed ?? Number.NaN) : Number.NaN;
}
