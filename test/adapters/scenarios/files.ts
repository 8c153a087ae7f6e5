import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFiles } from "../../../src/adapters/files.ts";
import type { Scenario } from "../../support/scenario.ts";

const NEVER = new AbortController().signal;
/** The adapter's own piece: matches across its edges are the ones to lose. */
const PIECE = 64 * 1024;
const AT_ONCE_MS = 1000;

const files = createFiles();

/** What the real file system brings along and the contract with its in-memory twin doesn't hold. */
export const SCENARIOS_OF_FILES: readonly Scenario[] = [
  {
    title: "finds a text wherever it lies across the edge of a piece, multi-byte characters included",
    async run(directory) {
      const text = "ä€😀 needle";
      const length = Buffer.byteLength(text);
      for (let before = 0; before <= length; before += 1) {
        const file = join(directory, String(before));
        writeFileSync(
          file,
          Buffer.concat([Buffer.alloc(PIECE - before, "."), Buffer.from(text), Buffer.alloc(10, ".")]),
        );
        assert.deepEqual(await files.find(file, text, NEVER), { status: "found" }, `${before} bytes before the edge`);
        assert.deepEqual(await files.find(file, `${text}!`, NEVER), { status: "notFound" });
      }
    },
  },
  {
    title: "finds a text longer than a piece",
    async run(directory) {
      const text = "0123456789".repeat(20_000);
      writeFileSync(join(directory, "file"), `..${text}..`);
      assert.deepEqual(await files.find(join(directory, "file"), text, NEVER), { status: "found" });
      assert.deepEqual(await files.find(join(directory, "file"), `${text}0`, NEVER), { status: "notFound" });
    },
  },
  {
    title: "stops searching a huge file when the signal aborts",
    async run(directory) {
      const file = hugeFile(directory);
      const controller = new AbortController();
      const searching = files.find(file, "needle", controller.signal);
      const abortedAt = await new Promise<number>((resolve) =>
        setTimeout(() => {
          controller.abort();
          resolve(performance.now());
        }, 50),
      );
      assert.equal((await searching).status, "unreadable");
      assert.ok(performance.now() - abortedAt < AT_ONCE_MS);
    },
  },
  {
    title: "refuses to read or hash a huge file, at once",
    async run(directory) {
      const file = hugeFile(directory);
      assert.deepEqual(await files.read(file, 1024), { status: "tooLarge", size: HUGE });
      assert.equal(await files.hash(file), undefined);
    },
  },
  {
    title: "reads what has content although its size says 0",
    async run() {
      const outcome = await files.read("/proc/version", 100_000);
      assert.ok(outcome.status === "ok");
      assert.match(outcome.text, /^Linux version/);
      assert.deepEqual(await files.find("/proc/version", "version", NEVER), { status: "found" });
      assert.deepEqual(await files.read("/proc/version", 10), { status: "tooLarge", size: outcome.text.length });
    },
  },
  {
    title: "gives up on what has no end although its size says 0",
    async run() {
      // One entry for each page that an address space could have: some 256 GiB, and not a page of it mapped.
      const outcome = await files.find("/proc/self/pagemap", "needle", NEVER);
      assert.ok(outcome.status === "unreadable");
      assert.equal(await files.hash("/proc/self/pagemap"), undefined);
    },
  },
  {
    title: "says why a file can't be read",
    async run() {
      for (const outcome of [
        await files.read("/proc/self/mem", 100),
        await files.find("/proc/self/mem", "needle", NEVER),
      ]) {
        assert.ok(outcome.status === "unreadable");
        assert.match(outcome.message, /EIO/);
      }
      assert.equal(await files.hash("/proc/self/mem"), undefined);
    },
  },
  {
    title: "never opens a FIFO, even to let its writer go on",
    async run(directory) {
      const fifo = join(directory, "fifo");
      await once(spawn("mkfifo", [fifo]), "exit");
      const writer = spawn("tee", [fifo], { stdio: ["pipe", "ignore", "ignore"] });
      try {
        writer.stdin.end("still waiting");
        await isAsleep(writer.pid);
        assert.equal((await files.read(fifo, 100)).status, "notAFile");
        assert.equal((await files.find(fifo, "needle", NEVER)).status, "notAFile");
        assert.equal(await files.hash(fifo), undefined);
        assert.equal((await files.stat(fifo))?.type, "other");
        // Had the FIFO been opened, the writer would have written into nothing and gone.
        const reader = spawn("cat", [fifo], { stdio: ["ignore", "pipe", "ignore"] });
        assert.equal(String((await once(reader.stdout, "data"))[0]), "still waiting");
      } finally {
        writer.kill("SIGKILL");
      }
    },
  },
  {
    title: "refuses devices and sockets",
    async run(directory) {
      const socket = join(directory, "socket");
      const server = createServer().listen(socket);
      await once(server, "listening");
      try {
        for (const path of ["/dev/zero", "/dev/random", "/dev/tty", "/dev/stdin", socket]) {
          const expected = path === "/dev/stdin" ? ["notAFile", "ok", "missing"] : ["notAFile"];
          assert.ok(expected.includes((await files.read(path, 100)).status), path);
        }
      } finally {
        server.close();
      }
    },
  },
  {
    title: "takes the later of content and name for the time of change",
    async run(directory) {
      const before = Date.now();
      writeFileSync(join(directory, "file"), "");
      const changedAt = (await files.stat(join(directory, "file")))?.changedAt ?? 0;
      assert.ok(Math.abs(changedAt - before) < 5000);
    },
  },
  {
    title: "never throws, whatever the path",
    async run(directory) {
      symlinkSync("a".repeat(300), join(directory, "long"));
      mkdirSync(join(directory, "d"));
      for (const path of [
        "",
        "\0",
        "a\0b",
        `${directory}/d\0`,
        "x".repeat(5000),
        join(directory, "long"),
        "\ud800",
        ".",
      ]) {
        const outcomes = [
          (await files.read(path, 10)).status,
          (await files.find(path, "x", NEVER)).status,
          await files.hash(path),
          await files.isExecutable(path),
        ];
        for (const outcome of outcomes)
          assert.ok(["missing", "unreadable", "notAFile", undefined, false].includes(outcome));
        if (path !== ".") assert.equal(await files.stat(path), undefined);
        if (path !== ".") assert.equal(await files.realPath(path), undefined);
      }
    },
  },
];

/** Whether the process has got beyond its start and waits. */
async function isAsleep(pid: number | undefined): Promise<void> {
  while (!/^\d+ \((?!node\)).*\) S /.test(readFileSync(`/proc/${pid}/stat`, "latin1"))) await sleep(2);
}

const HUGE = 2 ** 42;

function hugeFile(directory: string): string {
  const file = join(directory, "huge");
  writeFileSync(file, "");
  truncateSync(file, HUGE);
  return file;
}
