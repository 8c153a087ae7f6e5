import { expect, test } from "vitest";
import { findPlantedModules } from "../../src/integrity/planted-modules.ts";

const state = (...beside: string[]) => ({ tree: "t", takenAt: 0, rewritten: [], ignored: new Set<string>(), beside });

test.each<[string, string[], string[], string[], string[]]>([
  ["a folder of packages among the tests", [], ["test/node_modules"], ["package.json"], ["test/node_modules"]],
  ["the packages of an honest installation", [], ["node_modules"], ["package.json"], []],
  ["those of a workspace", [], ["packages/a/node_modules"], ["packages/a/package.json"], []],
  ["a folder that was there", ["test/node_modules"], ["test/node_modules"], [], []],
  ["another ignored folder", [], ["test/dist", "node_modules.bak"], [], []],
  ["one at the root of a project without a package.json", [], ["node_modules"], ["src/package.json"], ["node_modules"]],
])("%s", (_, before, after, files, expected) => {
  expect(findPlantedModules(state(...before), state(...after), files)).toEqual(expected);
});
