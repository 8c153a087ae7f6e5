import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtPlugin } from "../../e2e/harness/host.ts";
import { satisfyPluginInstall } from "../../e2e/harness/plugin-install.ts";
import { saveEvidence } from "./evidence.ts";
import { runHost } from "./host-command.ts";
import type { ModelChoice } from "./model-choice.ts";
import { type Evidence, judgeRun, type Outcome } from "./outcome.ts";
import { oneModelForAllTiers, withFile } from "./repoint.ts";
import { type ExportedSession, sessionIDsIn } from "./transcript.ts";

export interface Scenario {
  readonly name: string;
  readonly prompt: string;
  /** The plugin's options in opencode.json; none by default. */
  readonly options?: Readonly<Record<string, unknown>>;
  judge(evidence: Evidence): Outcome;
}

type Choice = Extract<ModelChoice, { kind: "run" }>;
type Env = Readonly<Record<string, string | undefined>>;

const runLimitMs = 300_000;
const commandLimitMs = 120_000;

/** One real `opencode run` in a project and a home that are thrown away, judged by what it left. */
export async function runScenario(scenario: Scenario, choice: Choice, env: Env): Promise<Outcome> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-smoke-")));
  const home = join(place, "home");
  const directory = join(place, "project");
  try {
    prepare(home, directory, scenario.options, env["DOD_GATE_SMOKE_PROVIDERS"]);
    const work = () => observe(scenario, choice, { home, directory, key: env[choice.credential] ?? "" });
    if (!choice.repoint) return await judge(scenario, choice, env, await work());
    satisfyPluginInstall(join(directory, ".opencode"));
    const override = join(directory, ".opencode/dod-gate.jsonc");
    return await judge(scenario, choice, env, await withFile(override, oneModelForAllTiers(choice.model), work));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

interface Observation {
  readonly evidence: Evidence;
  /** By file name. */
  readonly traces: Readonly<Record<string, string>>;
}

async function judge(scenario: Scenario, { model, credential }: Choice, env: Env, { evidence, traces }: Observation) {
  const outcome = judgeRun(evidence, model, (each) => scenario.judge(each));
  const folder = env["DOD_GATE_SMOKE_EVIDENCE"] ?? "";
  if (outcome.kind !== "passed" && folder !== "") {
    await saveEvidence(
      join(folder, scenario.name),
      { ...traces, "outcome.txt": JSON.stringify(outcome) },
      env[credential],
    );
  }
  return outcome;
}

function prepare(home: string, directory: string, options: Scenario["options"], providers: string | undefined): void {
  const config = join(home, ".config/opencode");
  mkdirSync(config, { recursive: true });
  mkdirSync(directory);
  satisfyPluginInstall(config);
  const provider = providers === undefined || providers === "" ? {} : { provider: JSON.parse(providers) };
  const settings = {
    autoupdate: false,
    share: "disabled",
    plugin: [options === undefined ? builtPlugin : [builtPlugin, options]],
    ...provider,
  };
  writeFileSync(join(config, "opencode.json"), JSON.stringify(settings));
}

interface Place {
  readonly home: string;
  readonly directory: string;
  readonly key: string;
}

async function observe(scenario: Scenario, choice: Choice, { home, directory, key }: Place): Promise<Observation> {
  const outputFile = join(home, "output.txt");
  const env = { [choice.credential]: key };
  const host = (timeoutMs: number, args: readonly string[], input = "") =>
    runHost({ home, directory, env, args, input, outputFile, timeoutMs });
  const agents = await host(commandLimitMs, ["agent", "list"]);
  const run = await host(
    runLimitMs,
    ["run", "--title", "smoke", "--format", "json", "--dir", directory, "--model", choice.model],
    scenario.prompt,
  );
  const exported = new Map<string, string>();
  const waiting = sessionIDsIn(run.stdout);
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    if (exported.has(id)) continue;
    const { stdout } = await host(commandLimitMs, ["export", id]);
    exported.set(id, stdout);
    waiting.push(...sessionIDsIn(stdout));
  }
  const proof = join(directory, "proof.txt");
  const evidence: Evidence = {
    loaded: agents.end === "finished" ? agents.stdout.includes("dod-grader") : undefined,
    end: run.end,
    sessions: [...exported.values()].filter((text) => text !== "").map((text) => JSON.parse(text) as ExportedSession),
    proof: existsSync(proof) ? readFileSync(proof, "utf8") : undefined,
  };
  const sessions = Object.fromEntries([...exported].map(([id, text]) => [`${id}.json`, text]));
  return {
    evidence,
    traces: { ...sessions, "run.jsonl": run.stdout, "stderr.txt": run.stderr, "agents.txt": agents.stdout },
  };
}
