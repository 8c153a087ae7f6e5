import { describe, expect, test } from "vitest";
import { type CommandLine, readCommandLine } from "../../src/cli/command-line.ts";

const lint = { command: "lint", plan: false, json: false, ifPresent: false } as const;
const check = { command: "check", cwd: undefined, base: undefined, json: false, ifPresent: false } as const;

describe("a command line that says something", () => {
  test.each<[args: readonly string[], line: CommandLine]>([
    [["--help"], { command: "help", of: undefined }],
    [["-h"], { command: "help", of: undefined }],
    [["lint", "--help"], { command: "help", of: "lint" }],
    [["--help", "check", "--nonsense"], { command: "help", of: "check" }],
    [["--version"], { command: "version" }],
    [["-v"], { command: "version" }],
    [["lint", "a.md"], { ...lint, files: ["a.md"] }],
    [["lint", "a.md", "b.md", "a.md", "-", "-"], { ...lint, files: ["a.md", "b.md", "-"] }],
    [["lint", "--json", "a.md", "--if-present"], { ...lint, files: ["a.md"], json: true, ifPresent: true }],
    [["--json", "lint", "a.md"], { ...lint, files: ["a.md"], json: true }],
    [["lint", "--", "--json", "--help"], { ...lint, files: ["--json", "--help"] }],
    [["lint", "--plan", "a.md"], { ...lint, files: ["a.md"], plan: true }],
    [["lint", "check"], { ...lint, files: ["check"] }],
    [["lint", ""], { ...lint, files: [""] }],
    [["check", "-"], { ...check, file: "-" }],
    [["check", "--cwd", "dir", "a.md", "--base=main"], { ...check, file: "a.md", cwd: "dir", base: "main" }],
    [["check", "a.md", "--cwd", "x", "--cwd=y"], { ...check, file: "a.md", cwd: "y" }],
    [["check", "a.md", "--base=-x"], { ...check, file: "a.md", base: "-x" }],
  ])("%j", (args, line) => {
    expect(readCommandLine(args)).toEqual(line);
  });
});

describe("a command line that is wrong says everything that is", () => {
  test.each<[args: readonly string[], codes: readonly string[], suggestions: readonly unknown[]]>([
    [[], ["noCommand"], []],
    [["--json"], ["noCommand"], []],
    [["lnit", "a"], ["unknownCommand"], ["lint"]],
    [["frobnicate"], ["unknownCommand"], [undefined]],
    [["lint"], ["missingFile"], []],
    [["check", "a", "b"], ["tooManyFiles"], []],
    [["lint", "a", "--jsno"], ["unknownOption"], ["--json"]],
    [["lint", "a", "-x"], ["unknownOption"], [undefined]],
    [["lint", "a", "--cwd", "b"], ["unknownOption"], [undefined]],
    [["lint", "a", "--version"], ["unknownOption"], [undefined]],
    [
      ["check", "a", "--bsae=x", "--jsn"],
      ["unknownOption", "unknownOption"],
      ["--base", "--json"],
    ],
    [["check", "a", "--cwd"], ["missingValue"], []],
    [["check", "a", "--cwd", "--json"], ["missingValue"], []],
    [["check", "a", "--plan"], ["unknownOption"], [undefined]],
    [["check", "a", "--base="], ["missingValue"], []],
    [["check", "a", "--json=yes"], ["needlessValue"], []],
    [["check", "--jsn"], ["unknownOption", "missingFile"], ["--json"]],
  ])("%j", (args, codes, suggestions) => {
    const line = readCommandLine(args);
    const faults = line.command === "faulty" ? line.faults : [];
    expect(faults.map(({ code }) => code)).toEqual(codes);
    expect(faults.flatMap((fault) => ("suggestion" in fault ? [fault.suggestion] : []))).toEqual(suggestions);
  });
});
