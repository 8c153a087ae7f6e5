import { describe, expect, test } from "vitest";
import type { Artefact } from "../../src/artefact/artefact.ts";
import { wasChanged } from "../../src/gate/changes.ts";
import type { Git } from "../../src/ports/repository.ts";
import { memoryFiles } from "../support/memory-files.ts";

const nothing: Artefact = {
  changedFiles: [],
  finalReturnText: "Done.",
  declaredOutputs: [],
  attribution: "known",
  untracked: [],
};
const git = (ignored: boolean): Pick<Git, "isIgnored"> => ({ isIgnored: async () => ignored });
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
    [
      "snapshots would show it, and it was merely touched",
      { untracked: [{ from: 4000, to: 5010 }] },
      "/project/a",
      "unchanged",
    ],
    [
      "there are no snapshots, and a command ran when it changed",
      { untracked: [{ from: 4000, to: 5010 }], attribution: "unknown" },
      "/project/a",
      "observed",
    ],
    [
      "a directory with a changed file in it",
      { changedFiles: [{ path: "/project/sub/b", status: "added" }] },
      "/project/sub",
      "changed",
    ],
    [
      "a directory whose name begins alike",
      { changedFiles: [{ path: "/project/subway/b", status: "added" }] },
      "/project/sub",
      "unchanged",
    ],
    ["a command ran, but at another time", { untracked: [{ from: 6000, to: 7000 }] }, "/project/a", "unchanged"],
    ["it is not there", { untracked: [{ from: 0, to: 9000 }] }, "/project/b", "unchanged"],
  ])("%s", async (_, artefact, path, answer) => {
    const question = { artefact: { ...nothing, ...artefact }, path, directory: "/project" };
    expect(await wasChanged(question, files, git(false))).toBe(answer);
  });

  test("what git ignores is in no snapshot, so the time of change answers", async () => {
    const artefact = { ...nothing, untracked: [{ from: 4000, to: 5010 }] };
    expect(await wasChanged({ artefact, path: "/project/a", directory: "/project" }, files, git(true))).toBe(
      "observed",
    );
  });
});
