import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import type { Delegated, Project, ProjectOptions } from "./harness/project.ts";
import { type ModelRequest, textOf } from "./harness/scripted-model.ts";
import { bash, call, type ScriptStep, say, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";

const shared = useHost({ snapshots: false });

const read = (filePath: string) => call("read", { filePath });
const judged = (pass: boolean, ...reasons: string[]) => say(JSON.stringify({ pass, reasons }));
const work = [write("a.txt", "hello\n"), say("The file a.txt now greets.")];

const files = {
  "package.json": packageJson({ verify: "node verify.js", broken: "node -e process.exit(3)" }),
  "verify.js": "require('fs').accessSync('a.txt');\n",
};
const criterion = "The greeting is verified.";
const bound = { projectChecks: [{ criterion, command: "npm run verify" }] };

interface Case {
  readonly lines?: readonly string[];
  readonly prompt?: string;
  readonly producer?: readonly ScriptStep[];
  readonly grader?: readonly ScriptStep[];
  readonly project?: ProjectOptions;
  /** What is done to the project before the host opens it. */
  readonly before?: (project: Project) => void;
}

interface Result extends Delegated {
  readonly project: Project;
  /** What graders asked the model. */
  readonly asked: readonly ModelRequest[];
}

async function delegate({ lines = [], producer = work, grader = [], before, ...rest }: Case): Promise<Result> {
  const project = shared.project({ files, gate: bound, ...rest.project });
  before?.(project);
  return { ...(await again(project, { lines, producer, grader, ...rest })), project };
}

async function again(project: Project, { lines = [], producer = work, grader = [], prompt }: Case) {
  const { requests } = shared.host.model.conversation("Judge whether the work", grader);
  const asks = prompt ?? promptWith("Greet in a file.", ...lines);
  const result = await project.delegate({ prompt: asks, producer });
  return { ...result, asked: requests };
}

function hostLog(): string {
  const folder = join(shared.host.home, ".local/share/opencode/log");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

function promptOf(request: ModelRequest | undefined): string {
  return (request?.messages ?? [])
    .filter(({ role }) => role === "user")
    .map(textOf)
    .join("\n");
}

function checksOf({ metadata }: Pick<Delegated, "metadata">): unknown {
  const { dodGate } = metadata;
  return typeof dodGate === "object" && dodGate !== null && "checks" in dodGate ? dodGate.checks : undefined;
}

describe("a criterion that the project binds to a command", () => {
  test("is decided by the command, and no grader is asked (R001-32)", async () => {
    const result = await delegate({ lines: [`criteria:  The  greeting is verified. `] });
    expect(result.output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(result.asked).toEqual([]);
    expect(checksOf(result)).toMatchObject([
      { kind: "projectCheck", criterion, command: "npm run verify", outcome: "pass", exitCode: 0 },
    ]);
  });

  test("leaves the other criteria to the grader, which never reads it (R001-16)", async () => {
    const { output, asked } = await delegate({
      lines: [`criteria: ${criterion}`, "criteria: The file a.txt greets."],
      grader: [read("a.txt"), judged(true, "a.txt:1 greets")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: checker] 1 check passed, 1 criterion met");
    expect(promptOf(asked[0])).toContain("The file a.txt greets.");
    expect(promptOf(asked[0])).not.toContain(criterion);
  });

  test("proves nothing about the others: a grader's no still counts (R001-16)", async () => {
    const { output } = await delegate({
      lines: [`criteria: ${criterion}`, "criteria: The file a.txt greets."],
      grader: [read("a.txt"), judged(false, "a.txt:1 is rude")],
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] the grader found criteria that are not met");
  });

  test("is not met when the command fails, and the caller reads which it is", async () => {
    const { output, asked } = await delegate({
      lines: [`criteria: ${criterion}`, "criteria: The file a.txt greets."],
      producer: [write("b.txt", "hello\n"), say("Done.")],
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] 1 of 1 check failed");
    expect(output).toContain(`- projectCheck "${criterion}": \`npm run verify\` exited 1`);
    expect(asked).toEqual([]);
  });

  test("counts beside the checks of a mixed block, whose other criteria stay ungraded", async () => {
    const { output, asked } = await delegate({
      lines: ["check: fileExists path=a.txt", `criteria: ${criterion}`, "criteria: It is polite."],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 2 checks passed");
    expect(output).toContain("1 criterion not graded");
    expect(asked).toEqual([]);
  });

  test("runs once where two blocks ask for it", async () => {
    const block = `[acceptance]\ncriteria: ${criterion}\n[/acceptance]`;
    const result = await delegate({ prompt: `Greet in a file.\n\n${block}\n\n${block}` });
    expect(checksOf(result)).toHaveLength(1);
  });

  test.each([["no full stop", "The greeting is verified"]])(
    "has to be written exactly: %s goes to the grader",
    async (_, other) => {
      const { asked, output } = await delegate({
        lines: [`criteria: ${other}`],
        grader: [read("a.txt"), judged(true, "a.txt:1 greets")],
      });
      expect(output).toContain("[dod-gate ✓ accepted: checker] 1 criterion met");
      expect(promptOf(asked[0])).toContain(other);
    },
  );

  test("is decided the same way through the delegate tool, and a failure goes to the next producer", async () => {
    const project = shared.project({ files, gate: { ...bound, escalate: { maxTotalAttempts: 2 } } });
    const { output, requests } = await project.viaDelegate({
      prompt: "Greet in a file.",
      acceptance: `criteria: ${criterion}`,
      producers: [[write("b.txt", "hello\n"), say("Done.")], work],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(requests.map((request) => promptOf(request)).join("\n")).toContain(
      `| - projectCheck "${criterion}": \`npm run verify\` exited 1`,
    );
  });
});

describe("a producer can't change which command decides (R001-12, R001-13)", () => {
  const lenient = (command: string) => JSON.stringify({ projectChecks: [{ criterion, command }] });

  test("an edit of the configuration changes nothing, and every later verdict reports it (attack 16)", async () => {
    const first = await delegate({
      lines: [`criteria: ${criterion}`],
      producer: [write(".opencode/dod-gate.jsonc", lenient("npm run nothing")), say("Done.")],
    });
    expect(first.output).toContain(`- projectCheck "${criterion}": \`npm run verify\` exited 1`);
    expect(first.output).toContain("- note: .opencode/dod-gate.jsonc was edited since OpenCode opened the project");
    const later = await again(first.project, { lines: ["check: fileExists path=a.txt"] });
    expect(later.output).toContain("[dod-gate ✓ accepted: deterministic]");
    expect(later.output).toContain("- note: .opencode/dod-gate.jsonc was edited since OpenCode opened the project");
  });

  test("a commit of the edit changes nothing either (R001-2, attack 16)", async () => {
    const { output } = await delegate({
      lines: [`criteria: ${criterion}`],
      producer: [
        write(".opencode/dod-gate.jsonc", lenient("npm run nothing")),
        bash("git -c user.name=p -c user.email=p@example.com commit -qam edit"),
        say("Done."),
      ],
    });
    expect(output).toContain(`- projectCheck "${criterion}": \`npm run verify\` exited 1`);
  });

  test("what was edited before OpenCode started isn't in force until it is committed", async () => {
    const edit = (project: Project) => project.write(".opencode/dod-gate.jsonc", lenient("npm run nothing"));
    const { output } = await delegate({
      lines: [`criteria: ${criterion}`],
      producer: [write("b.txt", ""), say("Done.")],
      before: edit,
    });
    expect(output).toContain(`- projectCheck "${criterion}": \`npm run verify\` exited 1`);
    const notice = ".opencode/dod-gate.jsonc differs from what is committed, which is in force; commit it";
    expect(output).toContain(`- note: ${notice}`);
    await expect.poll(() => hostLog()).toContain(`configuration: ${notice}`);
  });

  test("what was deleted before OpenCode started is still in force", async () => {
    const { output } = await delegate({
      lines: [`criteria: ${criterion}`],
      before: (project) => rmSync(project.path(".opencode/dod-gate.jsonc")),
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(output).toContain("- note: .opencode/dod-gate.jsonc differs from what is committed, which is in force");
  });

  test("a configuration that is created meanwhile isn't in force, and is reported", async () => {
    const { output } = await delegate({
      lines: ["check: fileExists path=c.txt"],
      producer: [write(".opencode/dod-gate.jsonc", '{ "verify": { "require": "never" } }'), say("Done.")],
      project: { gate: undefined },
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] 1 of 1 check failed");
    expect(output).toContain("- note: .opencode/dod-gate.jsonc was edited since OpenCode opened the project");
  });

  test("a link in place of the command's directory is refused", async () => {
    const { output } = await delegate({
      lines: [`criteria: ${criterion}`],
      project: {
        gate: { projectChecks: [{ criterion, command: "node check.js", cwd: "pkg" }] },
        files: { "pkg/check.js": "process.exit(1)\n", "other/check.js": "process.exit(0)\n" },
      },
      producer: [bash("rm -r pkg && ln -s other pkg"), say("Done.")],
    });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW]");
    expect(output).toContain("was refused: a relative path may not leave its directory");
  });
});

describe("requireProjectChecks", () => {
  const required = { project: { gate: { ...bound, requireProjectChecks: true } } };
  const spoil = [write("b.txt", "hello\n"), say("Done.")];

  test.each<[what: string, Case]>([
    ["a block with other checks", { lines: ["check: fileExists path=b.txt"] }],
    ["a block with only criteria", { lines: ["criteria: It is polite."] }],
    ["no block", { prompt: "Describe how the queue works." }],
    ["an inferred check", { prompt: "Write a summary to b.txt." }],
  ])("has all of them run for work that changed files: %s", async (_, asks) => {
    const { output, asked } = await delegate({ ...required, ...asks, producer: spoil });
    expect(output).toContain(`- projectCheck "${criterion}": \`npm run verify\` exited 1`);
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(asked).toEqual([]);
  });

  test("asks for nothing where nothing was changed", async () => {
    const { output } = await delegate({ ...required, prompt: "Find where it is.", producer: [say("Nowhere.")] });
    expect(output).not.toContain("[dod-gate");
  });

  test("takes the package.json's own scripts where no check is configured (R001-14, R001-15)", async () => {
    const scripts = { lint: "node -e 0", test: "node verify.js" };
    const result = await delegate({
      lines: ["check: fileExists path=a.txt"],
      project: { gate: { requireProjectChecks: true }, files: { ...files, "package.json": packageJson(scripts) } },
    });
    expect(result.output).toContain("[dod-gate ✓ accepted: deterministic] 3 checks passed");
    expect(checksOf(result)).toMatchObject([
      {},
      { criterion: "project script: lint", command: "npm run lint" },
      { criterion: "project script: test", command: "npm run test" },
    ]);
  });

  test("accepts nothing where there is nothing to run, and says what to add (R000-7)", async () => {
    const { output } = await delegate({
      lines: ["check: fileExists path=a.txt"],
      project: { gate: { requireProjectChecks: true }, files: {} },
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(output).toContain('- projectCheck "project script: check" (none configured): requireProjectChecks is set');
  });
});

describe("a verify command that other tools know", () => {
  const asks = ["criteria: project verify command"];
  const compat = (verifyCommand: string, more: Record<string, string>): Pick<Case, "project" | "lines"> => ({
    lines: asks,
    project: { gate: { compat: { verifyCommand } }, files: { ...files, ...more } },
  });

  test.each([
    ["init.sh", { "init.sh": "#!/bin/sh\nVERIFY_CMD='npm run verify'\n" }],
    ["VERIFICATION.md", { "VERIFICATION.md": "# How\n\n- Verify: `npm run verify`\n" }],
  ])("is read from the committed file: %s (R000-5)", async (from, more) => {
    const { output, asked } = await delegate({
      ...compat(from, more),
      before: (project) => {
        for (const name of Object.keys(more)) project.write(name, "VERIFY_CMD='npm run broken'\n");
      },
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(asked).toEqual([]);
  });

  test("that is a placeholder is a failure that says what to set (R000-7)", async () => {
    const { output } = await delegate(compat("init.sh", { "init.sh": "VERIFY_CMD='TODO'\n" }));
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(output).toContain("(none configured): init.sh:1 holds a placeholder; set VERIFY_CMD");
  });

  test("isn't looked for unless the configuration asks for it", async () => {
    const { asked } = await delegate({
      lines: asks,
      project: { files: { ...files, "init.sh": "VERIFY_CMD='npm run broken'\n" } },
      grader: [read("a.txt"), judged(true, "a.txt:1 greets")],
    });
    expect(asked).toHaveLength(2);
  });
});

describe("project checks that can't be used", () => {
  const config = (check: object) =>
    `{\n  "projectChecks": [\n    ${JSON.stringify({ criterion, command: "npm run verify", ...check })}\n  ]\n}`;

  test.each([
    ["a directory that isn't committed", { cwd: "gone" }, 'projectChecks[0].cwd: "gone" is not in the commit'],
    [
      "an oracle that isn't committed",
      { oraclePaths: ["new.js"] },
      'projectChecks[0].oraclePaths[0]: "new.js" is not in',
    ],
    ["a command with a shell", { command: "npm test && true" }, "projectChecks[0].command: the character &"],
    ["a typo", { comand: "x" }, 'projectChecks[0]: unknown key "comand"; did you mean "command"?'],
  ])("accept nothing, and say where and why: %s (R001-9, R001-10, R001-11)", async (_, check, says) => {
    const { output } = await delegate({
      lines: ["check: fileExists path=a.txt"],
      project: { gate: config(check) },
      before: (project) => project.write("new.js", ""),
    });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW] the gate's configuration can't be used");
    expect(output).toMatch(/- \.opencode\/dod-gate\.jsonc:3:\d+ projectChecks/);
    expect(output).toContain(says);
  });

  test("without a commit they are taken as they are, which a note says", async () => {
    const { output } = await delegate({
      lines: [`criteria: ${criterion}`],
      project: { gate: bound, git: "none" },
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(output).toContain("- note: project checks not pinned: no commit");
  });
});

test("paths begin in the directory of the configuration, wherever OpenCode works in it, also on a detached HEAD", async () => {
  const check = { criterion, command: "npm run verify", cwd: "pkg", oraclePaths: ["pkg/verify.js"] };
  const { output } = await delegate({
    lines: [`criteria: ${criterion}`],
    project: {
      gate: undefined,
      below: "sub/deep",
      files: {
        "sub/.opencode/dod-gate.jsonc": JSON.stringify({ projectChecks: [check] }),
        "sub/pkg/package.json": packageJson({ verify: "node verify.js" }),
        "sub/pkg/verify.js": "require('fs').accessSync('../deep/a.txt');",
        "sub/deep/README.md": "",
      },
    },
    before: (project) => project.git("checkout", "-q", "--detach"),
  });
  expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
});
