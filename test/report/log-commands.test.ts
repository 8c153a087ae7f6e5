import { expect, test } from "vitest";
import { printJson } from "../../src/report/json-document.ts";
import { withoutLogCommands } from "../../src/report/log-commands.ts";

test.each([
  ["::error::all is well", "| ::error::all is well"],
  ["  at sum (x.js)\n    ::stop-commands::abc\n", "  at sum (x.js)\n    | ::stop-commands::abc\n"],
  ["ok\r\n\t::add-mask::accepted", "ok\r\n\t| ::add-mask::accepted"],
  ["done ##[set-output name=pass]true", "done ## [set-output name=pass]true"],
  [
    "##vso[task.complete result=Succeeded] ##teamcity[testFinished]",
    "## vso[task.complete result=Succeeded] ## teamcity[testFinished]",
  ],
  ["## [a link] std::vector ### Heading", "## [a link] std::vector ### Heading"],
])("what a check prints is no command to a build server: %j", (printed, shown) => {
  expect(withoutLogCommands(printed)).toBe(shown);
});

test("a JSON document holds none either, and loses nothing", () => {
  const value = { tail: "##[add-mask]x ##vso[y]", lone: "\ud800" };
  const printed = printJson(value);
  expect(printed).not.toMatch(/##(vso)?\[/);
  expect(JSON.parse(printed)).toEqual(value);
});
