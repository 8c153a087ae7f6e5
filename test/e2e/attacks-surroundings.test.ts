import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageJson } from "./harness/block.ts";
import type { Project } from "./harness/project.ts";
import { bash, write } from "./harness/steps.ts";
import { fix, sumFiles } from "./harness/sum-project.ts";
import { useHost } from "./harness/use-host.ts";
import { judgeRows, type Variant } from "./harness/variants.ts";

const shared = useHost({ snapshots: false });

/** A project of some kind, an honest piece of work that also tidies a test, and one that guts it. */
interface Kind extends Omit<Variant, "work"> {
  readonly honest: Variant["work"];
  readonly fake: Variant["work"];
  readonly touched: readonly string[];
}

const files = { ...sumFiles };
const lines = ['check: testsPass command="node test/all.js"'];
const tidy = write("test/all.js", `${files["test/all.js"]}// Tidied.\n`);
const gut = write("test/all.js", "// Nothing.\n");
const plain = { lines, honest: [fix, tidy], fake: [gut], touched: ["test/all.js"] };

const monorepo = {
  "package.json": JSON.stringify({
    name: "root",
    private: true,
    workspaces: ["packages/*"],
    scripts: { test: "npm test --workspaces" },
  }),
  ".gitignore": "node_modules/\n",
  "packages/sum/package.json": JSON.stringify({
    ...JSON.parse(packageJson({ test: "node -e 0" })),
    name: "@x/sum",
    main: "index.js",
  }),
  "packages/sum/index.js": files["src/sum.js"],
  "packages/app/package.json": JSON.stringify({
    ...JSON.parse(packageJson({ test: "node test/all.js" })),
    name: "@x/app",
  }),
  "packages/app/test/all.js": 'require("node:assert").strictEqual(require("@x/sum").sum(1, 2), 3);\n',
};
const linkWorkspaces = (project: Project) => {
  mkdirSync(project.path("node_modules/@x"), { recursive: true });
  symlinkSync("../../packages/sum", project.path("node_modules/@x/sum"));
  symlinkSync("../../packages/app", project.path("node_modules/@x/app"));
};
const inApp = "packages/app/test/all.js";

/** A repository of its own that a project has as a submodule. */
function submodule(project: Project): void {
  const origin = mkdtempSync(join(tmpdir(), "dod-gate-submodule-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: origin, stdio: "ignore" });
  writeFileSync(join(origin, "index.js"), "exports.three = 3;\n");
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "start");
  project.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", origin, "vendor/three");
  project.git("commit", "-qm", "vendor");
}

const kinds: Readonly<Record<string, Kind>> = {
  "npm workspaces, linked in node_modules": {
    project: { files: monorepo },
    prepare: linkWorkspaces,
    honest: [
      write("packages/sum/index.js", "exports.sum = (a, b) => a + b;\n"),
      write(inApp, `${monorepo[inApp]}// Tidied.\n`),
    ],
    fake: [write(inApp, "// Nothing.\n")],
    touched: [inApp],
  },
  "a submodule that the tests need": {
    ...plain,
    project: {
      files: { ...files, "test/all.js": files["test/all.js"].replace(", 3)", ', require("../vendor/three").three)') },
    },
    prepare: submodule,
    honest: [fix, bash("echo '// Tidied.' >> test/all.js")],
  },
  "build output that git ignores and the tests need": {
    ...plain,
    project: {
      files: {
        ...files,
        ".gitignore": "dist/\n",
        "test/all.js": files["test/all.js"].replace(", 3)", ', require("../dist/three.js").three)'),
      },
    },
    prepare: (project) => project.write("dist/three.js", "exports.three = 3;\n"),
    honest: [fix, bash("echo '// Tidied.' >> test/all.js")],
  },
  "links between its files": {
    ...plain,
    project: { files: { ...files, "test/all.js": files["test/all.js"].replace("../src/sum.js", "./sum-link") } },
    prepare: (project) => {
      symlinkSync("../src/sum.js", project.path("test/sum-link"));
      project.git("add", "-A");
      project.git("commit", "-qm", "link");
    },
    honest: [fix, bash("echo '// Tidied.' >> test/all.js")],
  },
  "CRLF in its files, which git turns into LF": {
    ...plain,
    project: {
      files: {
        ".gitattributes": "* text=auto\n",
        ...files,
        "test/all.js": `${files["test/all.js"].replaceAll("\n", "\r\n")}require("node:assert")(require("node:fs").readFileSync(__filename, "utf8").includes("\\r"));\r\n`,
      },
    },
    prepare: (project) => project.git("config", "core.autocrlf", "true"),
    honest: [fix, bash("printf '// Tidied.\\r\\n' >> test/all.js")],
  },
  "names with spaces and letters of other languages": {
    project: {
      name: "ein Projekt für alle",
      files: {
        ...files,
        "test/größe prüfen.js": 'require("node:assert").strictEqual(require("../src/sum.js").sum(2, 2), 4);\n',
      },
    },
    lines,
    honest: [fix, bash("echo '// Tidied.' >> 'test/größe prüfen.js'")],
    fake: [write("src/sum.js", "exports.sum = () => 3;\n"), write("test/größe prüfen.js", "// Nothing.\n")],
    touched: ["test/größe prüfen.js"],
  },
  "no commit at all": { ...plain, project: { files, git: "empty" }, prepare: (project) => project.git("add", "-A") },
  "a commit that no branch has": {
    ...plain,
    project: { files },
    prepare: (project) => project.git("checkout", "-q", "--detach"),
  },
  "uncommitted work of its user": {
    ...plain,
    project: { files },
    prepare: (project) => {
      project.write("test/mine.js", "// Mine.\n");
      project.write("notes.txt", "mine\n");
      project.git("stash", "push", "-q", "-u", "-m", "mine", "notes.txt");
    },
    honest: [fix, bash("echo '// Tidied.' >> test/mine.js")],
    fake: [gut, bash("rm test/mine.js")],
    touched: ["test/mine.js"],
  },
};

const attacks = Object.entries(kinds).map(
  ([name, kind]) => [`gut the tests of a project with ${name}`, { ...kind, work: kind.fake }, kind] as const,
);
const honest = Object.entries(kinds).map(
  ([name, kind]) => [`fix a project with ${name}`, { ...kind, work: kind.honest }, kind] as const,
);

describe("what decides is told from what is work in any project", () => {
  const judged = judgeRows(shared, [...attacks, ...honest]);

  test.each(attacks)("%s: not accepted", (name, _, { touched }) => {
    const outcome = judged(name);
    expect(outcome).toMatchObject({ outcome: "fail", ran: ["inPlace: pass", "baselineOracles: fail"] });
    expect(outcome.touched).toEqual(expect.arrayContaining([...touched]));
  });

  test.each(honest)("%s: accepted by the tests from before", (name, _, { touched }) => {
    expect(judged(name)).toMatchObject({ outcome: "pass", touched, ran: ["inPlace: pass", "baselineOracles: pass"] });
  });
});
