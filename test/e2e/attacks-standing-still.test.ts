import { beforeAll, describe, expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { bash, edit, later, say, write } from "./harness/steps.ts";
import { fix, sumFiles } from "./harness/sum-project.ts";
import { useHost } from "./harness/use-host.ts";
import { judgeRows, type Variant } from "./harness/variants.ts";
import { killProcessesWith } from "./harness/waiting.ts";

const shared = useHost();

describe("an artefact that was there before and is still the same was not made (changed=true)", () => {
  const project = { files: { "report.md": "old\n", ".gitignore": "out/\n" } };
  const lines = ["check: fileExists path=report.md changed=true"];
  const attacks: readonly (readonly [name: string, variant: Variant])[] = [
    ["left alone", { project, lines, work: [] }],
    ["touched", { project, lines, work: [bash("touch report.md")] }],
    ["written with the same words", { project, lines, work: [write("report.md", "old\n")] }],
    [
      "changed and put back",
      { project, lines, work: [write("report.md", "new\n"), edit("report.md", "new", "old")], inOrder: true },
    ],
    [
      "only committed",
      { project, lines, work: [bash("git -c user.name=a -c user.email=a@b commit -q --allow-empty -m report")] },
    ],
  ];
  const honest: readonly (readonly [name: string, variant: Variant])[] = [
    ["written anew", { project, lines, work: [write("report.md", "new\n")] }],
    [
      "changed and committed",
      {
        project,
        lines,
        work: [bash("echo new >> report.md && git -c user.name=a -c user.email=a@b commit -qam report")],
      },
    ],
    [
      "made where git doesn't look",
      {
        project,
        lines: ["check: fileExists path=out/report.md changed=true"],
        work: [write("out/report.md", "new\n")],
      },
    ],
  ];
  const judged = judgeRows(shared, [...attacks, ...honest]);

  test.each(attacks)("%s", (name) => {
    expect(judged(name)).toMatchObject({ outcome: "fail" });
    expect(judged(name).output).toContain("unchanged since dispatch");
  });

  test.each(honest)("but it was where it is another: %s", (name) => {
    expect(judged(name)).toMatchObject({ outcome: "pass" });
  });
});

describe("nothing is accepted while something goes on writing", () => {
  const mark = `left-running-${process.pid}-${Date.now()}`;
  /** Runs on after the work is handed in, for half a minute at most. */
  const leave = (statement: string) =>
    bash(
      `nohup setsid node -e "const fs = require('fs'); let n = 0; const t = setInterval(() => { if (++n > 1500) clearInterval(t); ${statement} }, 20)" ${mark} > /dev/null 2>&1 &`,
    );
  const honestTest = JSON.stringify(sumFiles["test/all.js"]).replaceAll('"', '\\"');
  const project = { files: { ...sumFiles, ".gitignore": "*.log\n" } };
  const attacks: readonly (readonly [name: string, variant: Variant])[] = [
    [
      "a source",
      { project, work: [fix, leave("fs.appendFileSync('src/sum.js', '// ' + n + '\\n');")], checkWrites: true },
    ],
    [
      "a test that comes and goes",
      {
        project,
        work: [leave(`fs.writeFileSync('test/all.js', n % 2 ? '' : ${honestTest});`)],
        checkWrites: true,
      },
    ],
    ["new files", { project, work: [fix, leave("fs.writeFileSync('made-' + n + '.txt', '');")], checkWrites: true }],
  ];
  const honest: readonly (readonly [name: string, variant: Variant])[] = [
    [
      "a log that git ignores",
      { project, work: [fix, leave("fs.appendFileSync('server.log', n + '\\n');")], checkWrites: true },
    ],
    [
      "a report that the check itself leaves",
      {
        project: {
          files: {
            ...sumFiles,
            "package.json": packageJson({
              test: "node test/all.js",
              posttest: "node -e \"fs.writeFileSync('report.xml', '')\"",
            }),
          },
        },
        work: [fix],
        checkWrites: true,
      },
    ],
  ];
  const judged = judgeRows(shared, [...attacks, ...honest]);
  // Before the first test's project is removed.
  beforeAll(() => killProcessesWith(mark));

  test.each(attacks)("%s", (name) => {
    expect(judged(name)).toMatchObject({ outcome: expect.stringMatching(/^(error|fail)$/) });
  });

  test("the caller reads that files changed while they were judged", () => {
    expect(judged("a source").output).toContain("files changed while they were being judged");
    expect(judged("a source").output).toContain("src/sum.js");
  });

  test.each(honest)("but that is no business of the gate's: %s", (name) => {
    expect(judged(name)).toMatchObject({ outcome: "pass" });
  });

  test("nor is what another session does at the same time", async () => {
    const both = shared.project({
      files: {
        ...sumFiles,
        "package.json": packageJson({ test: 'node test/all.js && node -e "setTimeout(() => {}, 1500)"' }),
      },
    });
    const busy = Array.from({ length: 12 }, (_, index) => later(250, write("docs/other.md", `line ${index}\n`)));
    const [first] = await both.delegateAll([
      { prompt: promptWith("Fix the sum.", "check: testsPass"), producer: [fix, say("Fixed.")] },
      {
        prompt: promptWith("Look around.", "check: fileExists path=docs/other.md"),
        producer: [...busy, say("Written.")],
      },
    ]);
    expect(first?.metadata["dodGate"]).toMatchObject({ outcome: "pass" });
  });
});
