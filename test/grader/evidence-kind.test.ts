import { expect, test } from "vitest";
import { type EvidenceKind, evidenceKindOf } from "../../src/grader/evidence-kind.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";

const entries: Record<string, MemoryEntry> = {
  "/project/a.ts": "x",
  "/project/empty.txt": "",
  "/project/.env": "PORT=3",
  "/project/.env.example": "PORT=",
  "/project/pipe": { kind: "fifo" },
  "/project/folder/b.ts": "x",
  "/project/out.ts": { link: "/other/c.ts" },
  "/project/in.ts": { link: "a.ts" },
  "/project/secret.ts": { link: ".env" },
  "/other/c.ts": "x",
  "/alias": { link: "/project" },
};

test.each<[string, string[], EvidenceKind]>([
  ["nothing", [], "either"],
  ["a file", ["/project/a.ts"], "readFile"],
  ["a link to a file", ["/project/in.ts"], "readFile"],
  ["an example of an environment file", ["/project/.env.example"], "readFile"],
  ["a deleted file", ["/project/gone.ts"], "either"],
  ["an empty file", ["/project/empty.txt"], "either"],
  ["an environment file", ["/project/.env"], "either"],
  ["a link to one", ["/project/secret.ts"], "either"],
  ["a file outside", ["/other/c.ts"], "either"],
  ["a link that leads outside", ["/project/out.ts"], "either"],
  ["a folder", ["/project/folder"], "either"],
  ["a pipe", ["/project/pipe"], "either"],
  ["all of these", ["/project/gone.ts", "/project/empty.txt", "/project/.env", "/other/c.ts"], "either"],
  ["one that can be read among them", ["/project/gone.ts", "/project/.env", "/project/a.ts"], "readFile"],
])("what a pass rests on where %s changed", async (_, paths, kind) => {
  const files = memoryFiles(entries);
  const changedFiles = paths.map((path) => ({ path, status: "modified" as const }));
  expect(await evidenceKindOf({ changedFiles, directory: "/project" }, files)).toBe(kind);
  expect(await evidenceKindOf({ changedFiles, directory: "/alias" }, files)).toBe(kind);
});
