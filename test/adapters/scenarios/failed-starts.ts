import assert from "node:assert/strict";
import { chmodSync, closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { request, type StagedScenario } from "./stage.ts";

export const failedStarts: readonly StagedScenario[] = [
  startScenario("says that the executable is missing (R001-7)", { missing: true, says: /\/no\/such\/program/ }, () => ({
    command: ["/no/such/program"],
  })),
  startScenario(
    "takes a path through a file for a missing executable",
    { missing: true, says: /not exist/ },
    (directory) => {
      writeFileSync(join(directory, "file"), "");
      return { command: [join(directory, "file", "program")] };
    },
  ),
  startScenario(
    "does not take a missing directory for a missing executable",
    { missing: false, says: /the directory \/no\/such\/directory does not exist/ },
    () => ({ command: ["say.mjs"], cwd: "/no/such/directory" }),
  ),
  startScenario(
    "says that the directory is a file",
    { missing: false, says: /file is not a directory/ },
    (directory) => {
      writeFileSync(join(directory, "file"), "");
      return { command: ["say.mjs"], cwd: join(directory, "file") };
    },
  ),
  startScenario(
    "says that a file may not be executed",
    { missing: false, says: /may not be executed/ },
    (directory) => ({
      command: [program(directory, "#!/bin/sh\n", 0o644)],
    }),
  ),
  startScenario("says that a directory is no program", { missing: false, says: /is a directory/ }, (directory) => ({
    command: [directory],
  })),
  startScenario(
    "says that a script's interpreter is missing",
    { missing: false, says: /interpreter/ },
    (directory) => ({
      command: [program(directory, "#!/no/such/interpreter\n", 0o755)],
    }),
  ),
  startScenario("says that arguments are too long", { missing: false, says: /too long/ }, () => ({
    command: ["say.mjs", "x".repeat(4_000_000)],
  })),
  startScenario("refuses arguments that hold a NUL", { missing: false, says: /null bytes/ }, () => ({
    command: ["say.mjs", "a\0b"],
  })),
  {
    title: "says that a program is being written",
    async run(stage) {
      const file = join(stage.directory, "program");
      writeFileSync(file, "\x7fELF");
      chmodSync(file, 0o755);
      const fd = openSync(file, "r+");
      try {
        const { end } = await stage.exec.run(request(stage, [file]));
        assert.ok(end.by === "start" && !end.missing);
        assert.match(end.message, /open for writing/);
      } finally {
        closeSync(fd);
      }
    },
  },
];

function startScenario(
  title: string,
  expected: { missing: boolean; says: RegExp },
  prepare: (directory: string) => { command: string[]; cwd?: string },
): StagedScenario {
  return {
    title,
    async run(stage) {
      const { command, ...more } = prepare(stage.directory);
      const { end, stdoutTail } = await stage.exec.run(request(stage, command, more));
      assert.ok(end.by === "start", `ended by ${end.by}`);
      assert.equal(end.missing, expected.missing);
      assert.match(end.message, expected.says);
      assert.equal(stdoutTail, "");
    },
  };
}

function program(directory: string, text: string, mode: number): string {
  const file = join(directory, "program");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}
