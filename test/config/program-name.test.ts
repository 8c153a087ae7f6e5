import { expect, test } from "vitest";
import { refusalOf } from "../../src/config/program-name.ts";

test.each(["make", "cargo", "pytest", "go", "dotnet", "g++", "python3", "python3.12", "rspec", "7z", "docker-compose"])(
  "%s may be allowed",
  (program) => {
    expect(refusalOf(program)).toBeUndefined();
  },
);

test.each([
  ["", "empty"],
  [" \t", "empty"],
  ["./build", "path"],
  ["/usr/bin/make", "path"],
  ["bin\\make", "path"],
  ["..", "characters"],
  ["-rf", "characters"],
  ["make test", "characters"],
  ["make;", "characters"],
  ["$(make)", "characters"],
  ["make\n", "characters"],
  ["mаke", "characters"],
  ["m".repeat(65), "characters"],
])("%j can't be allowed: %s", (program, reason) => {
  expect(refusalOf(program)).toBe(reason);
});

test.each(
  "sh bash dash zsh fish cmd powershell pwsh env sudo xargs BASH bash.exe cmd.EXE bash5 bash-5.2 ksh93 sh. timeout nohup busybox".split(
    " ",
  ),
)("%s can't be allowed, because it would run anything", (program) => {
  expect(refusalOf(program)).toBe("runsOthers");
});
