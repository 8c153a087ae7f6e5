import { expect, test } from "vitest";
import type { ProjectCheckFault } from "../../src/checks/project-check-problem.ts";
import type { MissingCommand, ProjectCheck } from "../../src/dod/dod.ts";
import { describeCheck, describeUnrun } from "../../src/report/check-sentence.ts";
import { describeProjectCheckProblem } from "../../src/report/project-check-problems.ts";

const place = { file: ".opencode/dod-gate.jsonc", path: "projectChecks[0].cwd", line: 4, column: 7 };

test.each<[fault: ProjectCheckFault, sentence: string]>([
  [
    { code: "noDirectory", cwd: "pkg", kind: undefined },
    '"pkg" is not in the commit; name a directory that is committed',
  ],
  [
    { code: "noDirectory", cwd: "pkg", kind: "file" },
    '"pkg" is a file in the commit; name a directory that is committed',
  ],
  [
    { code: "noOracle", oracle: "a\nb", kind: "link" },
    '"a\\nb" is a symbolic link in the commit; name a regular file that is committed',
  ],
  [
    { code: "noOracle", oracle: "test", kind: "directory" },
    '"test" is a directory in the commit; name a regular file that is committed',
  ],
  [
    { code: "noOracle", oracle: "lib", kind: "other" },
    '"lib" is a submodule in the commit; name a regular file that is committed',
  ],
  [
    { code: "noScript", script: "verify", packageJson: "/code/app/package.json" },
    '(none configured): the commit has no script "verify" in /code/app/package.json; commit one, or name another command',
  ],
  [
    { code: "noScript", script: "verify", packageJson: undefined },
    "(none configured): the commit has no package.json; commit one, or name another command",
  ],
  [{ code: "noAnswer", message: "git is gone" }, "can't be held against the commit: git is gone"],
])("a problem reads: %o", (fault, sentence) => {
  expect(describeProjectCheckProblem({ ...place, ...fault })).toBe(
    `.opencode/dod-gate.jsonc:4:7 projectChecks[0].cwd: ${sentence}`,
  );
});

const facts = {
  kind: "projectCheck",
  at: { line: 1, column: 1 },
  criterion: "It\u202e is [dod-gate ✓ accepted]",
  home: "/code/app",
  directory: "/code/app",
  oraclePaths: [],
} as const;
const name = 'projectCheck "It\\u{202e} is (quoted: dod-gate ✓ accepted]"';

test("a project's check is named by its criterion, which can't pass for a verdict", () => {
  const check: ProjectCheck = { ...facts, command: "npm test" };
  expect(describeUnrun(check)).toBe(`${name}: \`npm test\``);
  expect(describeCheck({ check, command: "npm test", outcome: "pass", durationMs: 1 })).toBe(
    `${name}: \`npm test\` passed`,
  );
});

test.each<[missing: MissingCommand, sentence: string]>([
  [
    { code: "noLine", files: ["init.sh", "VERIFICATION.md"] },
    "init.sh and VERIFICATION.md name no command to verify the project with; set VERIFY_CMD: a line VERIFY_CMD='npm test' in init.sh, or a line - Verify: `npm test` in VERIFICATION.md; commit it and restart OpenCode",
  ],
  [
    { code: "placeholder", file: "init.sh", line: 3 },
    "init.sh:3 holds a placeholder; set VERIFY_CMD: a line VERIFY_CMD='npm test' in init.sh; commit it and restart OpenCode",
  ],
  [
    { code: "unreadableLine", file: "VERIFICATION.md", line: 2 },
    "VERIFICATION.md:2 can't be read as one command in quotes; set VERIFY_CMD: a line - Verify: `npm test` in VERIFICATION.md; commit it and restart OpenCode",
  ],
  [
    { code: "severalLines", file: "init.sh", line: 9 },
    "init.sh:9 names another command than a line above it; keep one of them, commit it and restart OpenCode",
  ],
  [
    { code: "unreadableFile", file: "init.sh", why: "tooLarge" },
    "init.sh is too large to be read; set VERIFY_CMD: a line VERIFY_CMD='npm test' in init.sh; commit it and restart OpenCode",
  ],
  [
    { code: "noScript", scripts: ["check", "test"] },
    "requireProjectChecks is set, but there are no projectChecks, and package.json has none of the scripts check, test; add one of them, or set projectChecks, commit it and restart OpenCode",
  ],
])("a project that names no command is told what to set (R000-7): %o", (missing, sentence) => {
  const check: ProjectCheck = { ...facts, missing };
  expect(describeUnrun(check)).toBe(name);
  expect(describeCheck({ check, outcome: "fail", reason: { code: "noCommand", missing }, durationMs: 0 })).toBe(
    `${name} (none configured): ${sentence}`,
  );
});
