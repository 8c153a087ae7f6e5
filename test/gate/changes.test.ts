import { describe, expect, test } from "vitest";
import type { Artefact } from "../../src/artefact/artefact.ts";
import { wasChanged } from "../../src/gate/changes.ts";
import { memoryFiles } from "../support/memory-files.ts";

const nothing: Artefact = {
  changedFiles: [],
  finalReturnText: "Done.",
  declaredOutputs: [],
  attribution: "known",
  untracked: [],
};
const files = memoryFiles({
  "/project/a": { content: "a", changedAt: 5000 },
  "/link": { link: "/project" },
});

describe("whether the producer changed a file", () => {
  test.each<[string, Partial<Artefact>, string, string]>([
    ["its own tool call", { changedFiles: [{ path: "/project/a", status: "modified" }] }, "/project/a", "changed"],
    ["a path through a link", { changedFiles: [{ path: "/project/a", status: "added" }] }, "/link/a", "changed"],
    ["a tool call through a link", { changedFiles: [{ path: "/link/a", status: "added" }] }, "/project/a", "changed"],
    [
      "only a snapshot shows it",
      { changedFiles: [{ path: "/project/a", status: "observed" }] },
      "/project/a",
      "observed",
    ],
    ["no tool that could have", {}, "/project/a", "unchanged"],
    ["a command ran when it changed", { untracked: [{ from: 4000, to: 5010 }] }, "/project/a", "observed"],
    ["a command ran, but at another time", { untracked: [{ from: 6000, to: 7000 }] }, "/project/a", "unchanged"],
    ["it is not there", { untracked: [{ from: 0, to: 9000 }] }, "/project/b", "unchanged"],
  ])("%s", async (_, artefact, path, answer) => {
    expect(await wasChanged({ ...nothing, ...artefact }, path, files)).toBe(answer);
  });
});
