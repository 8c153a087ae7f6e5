import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createFiles } from "../../src/adapters/files.ts";
import type { Files } from "../../src/ports/machine.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";

const NEVER = new AbortController().signal;

/** The world of this contract, by paths below a root. */
const WORLD: Record<string, MemoryEntry> = {
  "plain.txt": "hello wörld\n",
  "empty.txt": "",
  "bom.txt": "\ufefftext",
  "binary.bin": Uint8Array.of(0x61, 0xff, 0x62),
  tool: { content: "#!/bin/sh\n", executable: true },
  "sub/inner.txt": "inner",
  "sub/up": { link: "../plain.txt" },
  hollow: { kind: "directory" },
  pipe: { kind: "fifo" },
  "to-sub": { link: "sub" },
  "to-tool": { link: "tool" },
  "to-plain": { link: "sub/up" },
  "to-nothing": { link: "nowhere" },
  "to-pipe": { link: "pipe" },
  "loop-a": { link: "loop-b" },
  "loop-b": { link: "loop-a" },
};

const root = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-")));
afterAll(() => rmSync(root, { recursive: true }));

function build(): Files {
  for (const [name, entry] of Object.entries(WORLD)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof entry === "string" || entry instanceof Uint8Array) writeFileSync(path, entry);
    else if ("content" in entry) writeFileSync(path, entry.content, { mode: entry.executable ? 0o755 : 0o644 });
    else if ("link" in entry) symlinkSync(entry.link, path);
    else if (entry.kind === "directory") mkdirSync(path);
    else spawnSync("mkfifo", [path]);
  }
  return createFiles();
}

const SUBJECTS: { name: string; files: Files }[] = [
  { name: "the real Files", files: build() },
  {
    name: "the in-memory Files",
    files: memoryFiles(Object.fromEntries(Object.entries(WORLD).map(([name, entry]) => [join(root, name), entry]))),
  },
];

const MISSING = ["nothing", "plain.txt/inner", "plain.txt/", "to-nothing", "sub/../nothing", "nul\0"];

describe.each(SUBJECTS)("$name", ({ files }) => {
  const at = (name: string): string => `${root}/${name}`;

  it.each([
    ["plain.txt", "hello wörld\n"],
    ["empty.txt", ""],
    ["bom.txt", "text"],
    ["binary.bin", "a\ufffdb"],
    ["to-plain", "hello wörld\n"],
    ["to-sub/inner.txt", "inner"],
    ["sub/../plain.txt", "hello wörld\n"],
    ["to-sub/up", "hello wörld\n"],
  ])("reads %s", async (name, text) => {
    expect(await files.read(at(name), 100)).toEqual({ status: "ok", text });
  });

  it("reads what has just as much as it may have, and nothing larger", async () => {
    expect(await files.read(at("sub/inner.txt"), 5)).toEqual({ status: "ok", text: "inner" });
    expect(await files.read(at("sub/inner.txt"), 4)).toEqual({ status: "tooLarge", size: 5 });
  });

  it.each(MISSING)("finds nothing at %j", async (name) => {
    expect(await files.read(at(name), 100)).toEqual({ status: "missing" });
    expect(await files.find(at(name), "", NEVER)).toEqual({ status: "missing" });
    expect(await files.stat(at(name))).toBeUndefined();
    expect(await files.hash(at(name))).toBeUndefined();
    expect(await files.realPath(at(name))).toBeUndefined();
    expect(await files.isExecutable(at(name))).toBe(false);
  });

  it.each(["hollow", "sub", "to-sub", "pipe", "to-pipe"])("takes %s for no file, without waiting", async (name) => {
    expect(await files.read(at(name), 100)).toEqual({ status: "notAFile" });
    expect(await files.find(at(name), "x", NEVER)).toEqual({ status: "notAFile" });
    expect(await files.hash(at(name))).toBeUndefined();
    expect(await files.isExecutable(at(name))).toBe(false);
  });

  it("can't read a link that leads to itself, and says why", async () => {
    for (const outcome of [await files.read(at("loop-a"), 100), await files.find(at("loop-a"), "x", NEVER)]) {
      expect(outcome).toMatchObject({ status: "unreadable", message: expect.stringContaining("ELOOP") });
    }
    expect(await files.stat(at("loop-a"))).toBeUndefined();
    expect(await files.realPath(at("loop-a"))).toBeUndefined();
  });

  it.each([
    ["plain.txt", "wörld", "found"],
    ["plain.txt", "hello wörld\n", "found"],
    ["plain.txt", "", "found"],
    ["plain.txt", "World", "notFound"],
    ["plain.txt", "hello wörld\n!", "notFound"],
    ["empty.txt", "x", "notFound"],
    ["to-plain", "hello", "found"],
  ])("searches %s for %j", async (name, text, status) => {
    expect(await files.find(at(name), text, NEVER)).toEqual({ status });
  });

  it("does not search on when the signal has aborted", async () => {
    expect(await files.find(at("plain.txt"), "hello", AbortSignal.abort())).toMatchObject({ status: "unreadable" });
  });

  it("tells the facts of what a path leads to", async () => {
    expect(await files.stat(at("to-plain"))).toMatchObject({ type: "file", size: 13 });
    expect(await files.stat(at("to-sub"))).toMatchObject({ type: "directory" });
    expect(await files.stat(at("sub/"))).toMatchObject({ type: "directory" });
    expect(await files.stat(at("pipe"))).toMatchObject({ type: "other" });
  });

  it("hashes content", async () => {
    expect(await files.hash(at("empty.txt"))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(await files.hash(at("to-plain"))).toBe(await files.hash(at("plain.txt")));
    expect(await files.hash(at("plain.txt"))).not.toBe(await files.hash(at("sub/inner.txt")));
  });

  it("follows every link of a path", async () => {
    expect(await files.realPath(at("to-plain"))).toBe(at("plain.txt"));
    expect(await files.realPath(at("to-sub/inner.txt"))).toBe(at("sub/inner.txt"));
    expect(await files.realPath(at("to-sub/../tool"))).toBe(at("tool"));
    expect(await files.realPath(root)).toBe(root);
  });

  it("tells what may be executed", async () => {
    expect(await files.isExecutable(at("tool"))).toBe(true);
    expect(await files.isExecutable(at("to-tool"))).toBe(true);
    expect(await files.isExecutable(at("plain.txt"))).toBe(false);
  });
});
