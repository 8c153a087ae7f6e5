import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createClock } from "../../src/adapters/clock.ts";
import { createFiles } from "../../src/adapters/files.ts";
import { createExec } from "../../src/adapters/process/exec.ts";
import type { CheckResult } from "../../src/checks/result.ts";
import { runChecks } from "../../src/checks/run-checks.ts";
import { RunQueue } from "../../src/checks/run-queue.ts";
import { Slots } from "../../src/checks/slots.ts";
import type { Check } from "../../src/dod/dod.ts";
import { hostBun } from "../support/host-bun.ts";
import { inTemporary } from "../support/temporary.ts";
import { check } from "./check-context.ts";

/** Gives a package's description and counts who wants more than that. */
const registry = {
  server: undefined as Server | undefined,
  url: "",
  downloads: 0,
};

beforeAll(async () => {
  registry.server = createServer((request, response) => {
    if (request.url?.endsWith(".tgz")) registry.downloads += 1;
    const dist = { tarball: `${registry.url}/cowsay/-/cowsay-1.0.0.tgz`, shasum: "0".repeat(40) };
    const versions = { "1.0.0": { name: "cowsay", version: "1.0.0", bin: { cowsay: "x.js" }, dist } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: "cowsay", "dist-tags": { latest: "1.0.0" }, versions }));
  });
  await new Promise<void>((resolve) => registry.server?.listen(0, "127.0.0.1", resolve));
  const address = registry.server.address();
  registry.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

afterAll(() => void registry.server?.close());

/** Runs checks for real, in a project of the files given, with nothing to be had from outside. */
function judge(
  files: Record<string, string>,
  checks: readonly Check[],
  extra: Record<string, string> = {},
): Promise<CheckResult[]> {
  return inTemporary(async (directory) => {
    const base = join(directory, "project");
    const tools = join(directory, "tools");
    const bun = hostBun();
    const executables = { ...files, "../tools/bun": `#!/bin/sh\nBUN_BE_BUN=1 exec ${bun.file} "$@"\n` };
    for (const [name, content] of Object.entries(executables)) {
      const path = join(base, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      if (content.startsWith("#!")) chmodSync(path, 0o755);
    }
    const exec = createExec();
    try {
      return await runChecks(checks, {
        exec,
        files: createFiles(),
        clock: createClock(),
        shared: { queue: new RunQueue(), slots: new Slots(4) },
        base,
        platform: process.platform,
        hostEnv: {
          ...process.env,
          PATH: `${base}/node_modules/.bin:${tools}:${process.env["PATH"]}`,
          npm_config_cache: join(directory, "cache"),
          npm_config_registry: registry.url,
          OPENCODE: "1",
          FORCE_COLOR: "1",
          ...extra,
        },
        commands: { allow: [], inlineEval: true },
        checkTimeoutMs: 30_000,
        permissions: { decide: async () => "allow" },
        wasChanged: async () => "unchanged",
        signal: new AbortController().signal,
      });
    } finally {
      await exec.dispose();
    }
  });
}

const manifest = (scripts: Record<string, string>, more: object = { name: "app", version: "1.2.3" }) => ({
  "package.json": JSON.stringify({ ...more, scripts }),
});

const run = (command: string, expected: string): Check => check({ kind: "run", command, expect: expected });

describe("real package managers", { timeout: 60_000 }, () => {
  it("npm's echo of a script doesn't count as its output", async () => {
    const scripts = {
      pretest: "true # loaded",
      test: "true # loaded\ntrue # loaded",
      ok: "echo loaded",
      quote: "echo '> loaded'",
    };
    const checks = [run("npm test -- loaded", "loaded"), run("npm run ok", "loaded"), run("npm run quote", "> loaded")];
    for (const more of [undefined, {}]) {
      const results = await judge(manifest(scripts, more), checks);
      expect(results.map((result) => result.outcome)).toEqual(["fail", "pass", "pass"]);
      expect(results[0]).toMatchObject({ reason: { code: "expectMissing" } });
    }
  });

  it("bun's echo doesn't either, and it fetches nothing", async () => {
    const files = {
      ...manifest({ test: "true # loaded", multi: "true\ntrue # loaded", ok: "echo loaded" }),
      "a.ts": 'import "cowsay"; console.log("loaded");',
      "b.ts": 'console.log("loaded");',
    };
    const results = await judge(
      files,
      [
        run("bun run test", "loaded"),
        run("bun run multi", "loaded"),
        run("bun run ok", "loaded"),
        run("bun a.ts", "loaded"),
        run("bun b.ts", "loaded"),
      ],
      { BUN_CONFIG_REGISTRY: registry.url },
    );
    expect(results.map((result) => result.outcome)).toEqual(["fail", "fail", "pass", "fail", "pass"]);
    expect(registry.downloads).toBe(0);
  });

  test.each(["npx cowsay", "npm exec cowsay", "npx --package=cowsay cowsay"])(
    "%s is not installed and so a missing tool",
    async (command) => {
      const [result] = await judge(manifest({}), [check({ kind: "run", command })]);
      expect(result).toMatchObject({ outcome: "error", reason: { code: "toolMissing", tool: "cowsay" } });
      expect(registry.downloads).toBe(0);
    },
  );

  it("an .npmrc in the project doesn't bring installing back", async () => {
    const files = { ...manifest({}), ".npmrc": "yes=true\n" };
    for (const command of ["npx cowsay", "npm exec cowsay"]) {
      const [result] = await judge(files, [check({ kind: "run", command })]);
      expect(result).toMatchObject({ outcome: "error", reason: { code: "toolMissing", tool: "cowsay" } });
    }
    expect(registry.downloads).toBe(0);
  });

  it("npx says so quickly where there is no registry", async () => {
    const [result] = await judge(manifest({}), [check({ kind: "run", command: "npx cowsay" })], {
      npm_config_registry: "http://127.0.0.1:1",
    });
    expect(result).toMatchObject({ outcome: "error", reason: { code: "toolMissing" } });
    expect(result?.durationMs).toBeLessThan(8000);
  });

  it("npx runs what is installed, with its own arguments", async () => {
    const files = { ...manifest({}), "node_modules/.bin/tool": '#!/bin/sh\necho "tool:$*"\n' };
    const [result] = await judge(files, [run("npx tool -y --yes", "never")]);
    expect(result).toMatchObject({ reason: { code: "refused" } });
    const [fine] = await judge(files, [run("npx -- tool -y --yes", "tool:-y --yes")]);
    expect(fine?.outcome).toBe("pass");
  });

  it("npm's own answers to a script that is missing are never needed (R000-7)", async () => {
    const results = await judge(manifest({ test: 'echo "Error: no test specified" && exit 1', build: "" }), [
      check({ kind: "testsPass" }),
      check({ kind: "buildPasses" }),
      check({ kind: "lintClean" }),
    ]);
    for (const result of results) expect(result).toMatchObject({ outcome: "fail", reason: { code: "noneConfigured" } });
  });

  it("a script's missing program is a missing tool, and its failure a failure (R001-7)", async () => {
    const scripts = { test: "no-such-tool --run", build: "exit 3", lint: "exit 0" };
    const results = await judge(manifest(scripts), [
      check({ kind: "testsPass" }),
      check({ kind: "buildPasses" }),
      check({ kind: "lintClean" }),
    ]);
    expect(results[0]).toMatchObject({ outcome: "error", reason: { code: "toolMissing", tool: "no-such-tool" } });
    expect(results[1]).toMatchObject({ outcome: "fail", reason: { code: "exited", exitCode: 3 } });
    expect(results[2]).toMatchObject({ outcome: "pass" });
  });

  it("a package.json that is no JSON is npm's to report", async () => {
    const [result] = await judge({ "package.json": "{ nonsense" }, [check({ kind: "testsPass" })]);
    expect(result).toMatchObject({ outcome: "fail", reason: { code: "exited" } });
    expect(result?.run?.stderrTail).toContain("EJSONPARSE");
  });

  it("the environment of a script is a check's", async () => {
    const script = "console.log(JSON.stringify(process.env))";
    const [result] = await judge({ ...manifest({ test: "node env.js" }), "env.js": script }, [
      check({ kind: "testsPass" }),
    ]);
    const line = result?.run?.stdoutTail.split("\n").find((text) => text.startsWith("{")) ?? "{}";
    const env: unknown = JSON.parse(line);
    expect(env).toMatchObject({ CI: "true", NO_COLOR: "1", npm_lifecycle_event: "test" });
    expect(env).not.toHaveProperty("OPENCODE");
    expect(env).not.toHaveProperty("FORCE_COLOR");
  });

  it("npm and node planted in the project are not run (attack 5)", async () => {
    const planted = "#!/bin/sh\ntouch planted-was-run\nexit 0\n";
    const files = {
      ...manifest({ test: "exit 1" }),
      "node_modules/.bin/npm": planted,
      npm: planted,
    };
    const results = await judge(files, [
      check({ kind: "testsPass" }),
      check({ kind: "fileExists", path: "planted-was-run" }),
    ]);
    expect(results[0]).toMatchObject({ outcome: "error", reason: { code: "shadowed", tool: "npm" } });
    expect(results[1]).toMatchObject({ outcome: "fail", reason: { code: "fileMissing" } });
  });

  it("an output of many megabytes is searched to its end, and its start (attack 9)", async () => {
    const source = `
      process.stdout.write("first word\\n");
      const line = "\\x1b[32m" + "x".repeat(1000) + "\\x1b[0m\\n";
      for (let count = 0; count < 40_000; count++) process.stdout.write(line);
      process.stdout.write("last word");
    `;
    const results = await judge({ ...manifest({ big: "node big.js" }), "big.js": source }, [
      run("node big.js", "first word"),
      run("npm run big", "last word"),
      run("npm run big", "no word"),
    ]);
    expect(results.map((result) => result.outcome)).toEqual(["pass", "pass", "fail"]);
    for (const result of results) expect(result.run?.stdoutTail.length).toBeLessThanOrEqual(8192);
  });
});

test("the host's own Bun is there for these tests", () => {
  expect(existsSync(hostBun().file)).toBe(true);
});
