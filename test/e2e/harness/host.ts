import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { satisfyPluginInstall } from "./plugin-install.ts";
import { Project, type ProjectOptions } from "./project.ts";
import { ScriptedModel } from "./scripted-model.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

export interface HostOptions {
  /** `false` where nothing under test rests on the host's snapshots of the work tree: they are a third of a test's time. */
  readonly snapshots?: boolean;
  /** Plugins as opencode.json lists them; by default this plugin as built in `dist/`. */
  readonly plugins?: readonly unknown[];
  /** Merged over the host's opencode.json. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Files for the host's config directory, by relative path. */
  readonly configFiles?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Puts more into the host's home before it starts. */
  readonly prepare?: (home: string) => void;
}

/** The plugin as its users load it: built, by its path. */
export const builtPlugin = `file://${join(repository, "dist/index.js")}`;

/** A real `opencode serve` with its own HOME, data and configuration, talking to a scripted model. */
export class Host {
  readonly model: ScriptedModel;
  readonly url: string;
  readonly home: string;
  readonly process: ChildProcess;
  private readonly output: string[];

  private constructor(model: ScriptedModel, url: string, home: string, child: ChildProcess, output: string[]) {
    this.model = model;
    this.url = url;
    this.home = home;
    this.process = child;
    this.output = output;
  }

  static async start(options: HostOptions = {}): Promise<Host> {
    const model = await ScriptedModel.start();
    const home = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-host-")));
    const env = isolatedEnvironment(home, options.env);
    writeConfig(home, model, options);
    options.prepare?.(home);
    const child = spawn(opencodeBinary(), ["serve", "--port", "0", "--hostname", "127.0.0.1"], {
      cwd: home,
      env: { ...env, PWD: home },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const killAtExit = () => void child.kill("SIGKILL");
    process.once("exit", killAtExit);
    child.once("exit", () => process.removeListener("exit", killAtExit));
    const output: string[] = [];
    const url = await listening(child, output);
    return new Host(model, url, home, child, output);
  }

  /** What the host wrote to its terminal, for a failed test's report. */
  get log(): string {
    return this.output.join("");
  }

  project(options: ProjectOptions = {}): Project {
    return Project.create(this, options);
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill("SIGTERM");
      const patience = setTimeout(() => this.process.kill("SIGKILL"), 5000);
      await gone;
      clearTimeout(patience);
    }
    await this.model.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** The pinned `opencode` executable of this repository. */
export function opencodeBinary(): string {
  const manifest = createRequire(import.meta.url).resolve("opencode-ai/package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: { opencode: string } };
  return join(dirname(manifest), bin.opencode);
}

/** An environment in which the host sees nothing of the machine's own OpenCode. */
export function isolatedEnvironment(home: string, extra: Readonly<Record<string, string>> = {}) {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    const foreign = /^(OPENCODE|XDG_|DOD_GATE|VITEST|npm_|NODE_ENV$|NODE_OPTIONS$|CI$|TEST$|DEV$|PROD$|MODE$)/.test(
      name,
    );
    if (value !== undefined && !foreign) env[name] = value;
  }
  return {
    ...env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_STATE_HOME: join(home, ".local/state"),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    ...extra,
  };
}

/** Writes the host's configuration: one scripted provider, and the plugins under test. */
export function writeConfig(home: string, model: ScriptedModel, options: HostOptions): void {
  const directory = join(home, ".config/opencode");
  mkdirSync(directory, { recursive: true });
  satisfyPluginInstall(directory);
  const config = {
    autoupdate: false,
    share: "disabled",
    snapshot: options.snapshots ?? true,
    model: "scripted/model",
    small_model: "scripted/model",
    plugin: options.plugins ?? [builtPlugin],
    provider: scriptedProvider(model),
    ...options.config,
  };
  writeFileSync(join(directory, "opencode.json"), JSON.stringify(config, null, 2));
  for (const [path, text] of Object.entries(options.configFiles ?? {})) writeFileSync(join(directory, path), text);
}

/** The scripted model as a provider of opencode.json, under several names. */
export function scriptedProvider(model: ScriptedModel) {
  return {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      name: "Scripted",
      options: { baseURL: model.url, apiKey: "none" },
      models: {
        model: scriptedModel("model"),
        ...Object.fromEntries(["fast", "medium", "heavy"].map((name) => [name, scriptedModel(name)])),
        "gpt-5-patch": { name: "patch", tool_call: true, limit: { context: 200000, output: 8000 } },
      },
    },
  };
}

function scriptedModel(name: string) {
  return { name, tool_call: true, temperature: true, limit: { context: 200000, output: 8000 } };
}

async function listening(child: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(`opencode did not start:\n${output.join("")}`)), 60_000);
    const read = (piece: Buffer) => {
      output.push(piece.toString());
      const url = /opencode server listening on (http:\/\/\S+)/.exec(output.join(""))?.[1];
      if (url === undefined) return;
      clearTimeout(patience);
      // A request in the instant before the listener is up is never answered.
      setTimeout(() => resolve(url), 100);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => {
      clearTimeout(patience);
      reject(new Error(`opencode exited with ${code}:\n${output.join("")}`));
    });
  });
}
