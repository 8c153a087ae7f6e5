import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { promptWith } from "./harness/block.ts";
import { builtPlugin, Host, writeConfig } from "./harness/host.ts";
import { dependenciesIn, install, pack, packageCache, packageName } from "./harness/packed.ts";
import { satisfyPluginInstall } from "./harness/plugin-install.ts";
import type { Project, ProjectOptions } from "./harness/project.ts";
import { runOpencode } from "./harness/run.ts";
import { say } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";

const packed = pack();
const place = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-installed-")));
const installed = install(packed, { into: place });
const byPath = `file://${installed}`;

afterAll(() => {
  for (const directory of [place, dirname(packed.tarball)]) rmSync(directory, { recursive: true, force: true });
});

const cached = { prepare: (home: string) => void install(packed, { into: packageCache(home) }) };
const red = "[dod-gate ✗ NOT ACCEPTED] 1 of 2 checks failed";

const files = { "here.txt": "" };
/** A host that knows the package, and lists no plugin: each project lists its own. */
const shared = useHost({ plugins: [], ...cached });

function projectWith(plugins: readonly unknown[], options: ProjectOptions = {}): Project {
  return shared.project({ ...options, files, config: { plugin: plugins } });
}

/** What a caller reads of work that did half of what was asked. */
async function verdictIn(project: Project): Promise<string> {
  const { output } = await project.delegate({
    prompt: promptWith("Work here.", "check: fileExists path=here.txt", "check: fileExists path=missing.txt"),
    producer: [say("Done.")],
  });
  return output;
}

const markersIn = (output: string) => output.match(/\[dod-gate [✓✗?]/g) ?? [];

describe("the package", () => {
  test("holds what is built, the documentation, and nothing else", () => {
    const other = packed.files.filter((path) => !/^(?:dist\/.*\.(?:js|d\.ts)|docs\/.*\.md)$/.test(path));
    expect(other.toSorted()).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "package.json"]);
  });

  test("imports nothing that it does not declare", () => {
    const scripts = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
    const imported = scripts
      .filter((path) => path.endsWith(".js"))
      .flatMap((path) => externalImports(readFileSync(join(installed, "dist", path), "utf8")));
    expect(new Set(imported).size).toBeGreaterThan(3);
    const declared = dependenciesIn(installed);
    expect([...new Set(imported)].filter((name) => !declared.includes(name))).toEqual([]);
  });

  test("has a command, which knows its version", () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const command = join(installed, manifest.bin["dod-gate"]);
    const output = execFileSync(process.execPath, [command, "--version"], { cwd: place, encoding: "utf8" });
    expect(output).toContain(manifest.version);
  });

  test("named in opencode.json, as users name it, judges", async () => {
    expect(await verdictIn(projectWith([packageName]))).toContain(red);
  });

  test("installed in a project and named by its place in there judges", async () => {
    const project = projectWith([`./node_modules/${packageName}`]);
    install(packed, { into: project.dir });
    expect(await verdictIn(project)).toContain(red);
  });

  test("named by its folder judges, beside a plugin of somebody else's", async () => {
    const other = join(place, "other.js");
    writeFileSync(
      other,
      `export default { id: "other", server: async () => ({
        "tool.execute.after": async (input, output) => { if (input.tool === "task") output.title = "seen by the other"; },
      }) };`,
    );
    const { output, part } = await projectWith([`file://${other}`, byPath]).delegate({
      prompt: promptWith("Work here.", "check: fileExists path=here.txt"),
      producer: [say("Done.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(part.state).toMatchObject({ title: "seen by the other" });
  });
});

/** The packages that a built file imports, at its top or later. */
function externalImports(script: string): string[] {
  const specifiers = [...script.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)].map(([, name = ""]) => name);
  const external = specifiers.filter((name) => !name.startsWith(".") && !isBuiltin(name));
  return external.map((name) =>
    name
      .split("/")
      .slice(0, name.startsWith("@") ? 2 : 1)
      .join("/"),
  );
}

describe("a gate that is listed more than once judges once, and says so in the log", () => {
  test.each<[string, unknown[]]>([
    ["by its name and by its path", [packageName, byPath]],
    ["in two copies", [byPath, builtPlugin]],
    ["in two copies, one with options", [builtPlugin, [byPath, { verify: { require: "always" } }]]],
  ])("%s", async (_, plugins) => {
    const before = secondCopiesIn(shared.host);
    const output = await verdictIn(projectWith(plugins));
    expect(output).toContain(red);
    expect(markersIn(output)).toHaveLength(1);
    expect(secondCopiesIn(shared.host)).toBe(before + 1);
  });

  test("for all projects and for this one", async () => {
    const host = await Host.start({ plugins: [packageName], ...cached });
    onTestFinished(() => host.stop());
    const project = host.project({ files, config: { plugin: [byPath] } });
    onTestFinished(() => project.remove());
    expect(markersIn(await verdictIn(project))).toHaveLength(1);
    expect(secondCopiesIn(host)).toBe(1);
  });

  test("and still judges when the host has closed the project and opened it again", async () => {
    const project = projectWith([byPath, builtPlugin]);
    expect(markersIn(await verdictIn(project))).toHaveLength(1);
    await project.client.instance.dispose();
    expect(markersIn(await verdictIn(project))).toHaveLength(1);
    // Nor does one project's gate keep another project's from judging.
    expect(markersIn(await verdictIn(projectWith([byPath])))).toHaveLength(1);
  });

  test("the same place listed twice is one plugin to the host, and nothing has to stand back", async () => {
    const before = secondCopiesIn(shared.host);
    expect(markersIn(await verdictIn(projectWith([byPath, byPath])))).toHaveLength(1);
    expect(secondCopiesIn(shared.host)).toBe(before);
  });
});

function secondCopiesIn({ home }: Host): number {
  const folder = join(home, ".local/share/opencode/log");
  const log = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return log.join("").split("is listed more than once for this project").length - 1;
}

describe("wherever a project is", () => {
  test("listed for one project only, the gate judges there and nowhere else", async () => {
    expect(await verdictIn(projectWith([byPath]))).toContain(red);
    expect(markersIn(await verdictIn(projectWith([])))).toEqual([]);
  });

  test("a copy in the project's own plugin folder judges", async () => {
    const project = projectWith([]);
    mkdirSync(project.path(".opencode/plugin"), { recursive: true });
    satisfyPluginInstall(project.path(".opencode"));
    const entry = JSON.stringify(join(installed, "dist/index.js"));
    project.write(".opencode/plugin/gate.js", `export { default } from ${entry};`);
    expect(await verdictIn(project)).toContain(red);
  });

  test.each<[string, ProjectOptions]>([
    ["without git", { git: "none" }],
    ["in a repository without a commit", { git: "empty" }],
    ["in a path with spaces and letters of other alphabets", { name: "mein Projekt ä 项目 é" }],
    ["in such a path, without git", { name: "a b 'c' \"d\" ü", git: "none" }],
  ])("%s, with no package.json, the gate judges", async (_, options) => {
    const project = projectWith([byPath], options);
    expect(project.has("package.json")).toBe(false);
    expect(await verdictIn(project)).toContain(red);
  });
});

describe("an installation that is broken is never silent", () => {
  test.each(["leven", "zod", "jsonc-parser"])(
    "without %s, nothing is accepted, and every result says why",
    async (missing) => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-broken-")));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const broken = install(packed, { into: folder, without: [missing] });
      const project = projectWith([`file://${broken}`], { gate: { verify: { require: "always" } } });
      const { output, metadata } = await project.delegate({
        prompt: promptWith("Work here.", "check: fileExists path=here.txt"),
        producer: [say("Done.")],
      });
      expect(output).toContain("[dod-gate ? NEEDS REVIEW]");
      expect(output).toContain(missing);
      expect(metadata["dodGate"]).toMatchObject({ outcome: "error", pass: false });
    },
  );

  test("under `opencode run`, a prompt with a block ends with exit code 2", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-broken-")));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const broken = install(packed, { into: folder, without: ["leven"] });
    const home = join(folder, "home");
    writeConfig(home, shared.host.model, { plugins: [`file://${broken}`] });
    const prompt = promptWith("Work in a run.", "check: fileExists path=here.txt");
    shared.host.model.conversation("Work in a run.", [say("Done.")]);
    const { exitCode, stdout, stderr } = await runOpencode(home, shared.project({ files }).dir, { prompt });
    expect(stdout).toContain("Done.");
    expect(stderr).toContain("[dod-gate ? NEEDS REVIEW]");
    expect(stderr).toContain("leven");
    expect(exitCode).toBe(2);
  });
});
