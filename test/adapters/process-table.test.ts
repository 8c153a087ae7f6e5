import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { parseStat, procRow, procRows, startOf } from "../../src/adapters/process/proc.ts";
import { parsePs } from "../../src/adapters/process/ps.ts";

const LINE = "4242 (node) S 4200 4240 4230 0 -1 4194560 5 0 0 0 1 2 0 0 20 0 11 0 171703 1 2 3";

describe("a line of /proc/<pid>/stat", () => {
  it("tells parent, group, session and time of start", () => {
    expect(parseStat(LINE)).toEqual({ pid: 4242, parent: 4200, group: 4240, session: 4230, startedAt: 171_703 });
  });

  it.each(["a b", ") R 1 1 1", "(((", "x\ny", ""])("is not confused by a process called %j", (name) => {
    expect(parseStat(LINE.replace("node", name))).toEqual(parseStat(LINE));
  });

  it("of a zombie is that of no process", () => {
    expect(parseStat(LINE.replace(" S ", " Z ").replace(" 11 ", " 1 "))).toBeUndefined();
  });

  it("of a process whose first thread has ended, but not all, is that of a living one", () => {
    expect(parseStat(LINE.replace(" S ", " Z "))).toEqual(parseStat(LINE));
  });

  it("of a thread of the kernel is that of no process", () => {
    expect(parseStat(LINE.replace(" 4194560 ", " 2129984 "))).toBeUndefined();
  });

  it.each(["", "nonsense", LINE.slice(0, 40)])("that is %j is that of no process", (line) => {
    expect(parseStat(line)).toBeUndefined();
  });

  it.runIf(process.platform === "linux")("of this process tells this process", () => {
    expect(procRow(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid });
  });
});

describe.runIf(process.platform === "linux")("the process table of Linux", () => {
  it("tells of processes that start while it is read, and never of threads, as killing one kills its process", async () => {
    const threads = () => readdirSync("/proc/self/task").map(Number);
    const rows = procRows();
    const met = [rows.next().value?.pid];
    const before = threads();
    const worker = new Worker("setInterval(() => undefined, 1000)", { eval: true });
    await once(worker, "online");
    const child = spawn("sleep", ["600"]);
    try {
      const started = threads().filter((thread) => !before.includes(thread));
      expect(started.length).toBeGreaterThan(0);
      met.push(...[...rows].map(({ pid }) => pid));
      expect(met).toContain(child.pid);
      expect(met).toContain(process.pid);
      expect(met.filter((pid) => pid !== undefined && started.includes(pid))).toEqual([]);
    } finally {
      child.kill("SIGKILL");
      await worker.terminate();
    }
  });

  it("tells when a program was started that has ended and is not yet reaped", async () => {
    const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const zombie = Number((await once(parent.stdout, "data"))[0]);
      // Only once the shell has become a program that reaps nothing.
      while (readFileSync(`/proc/${parent.pid}/comm`, "latin1") !== "sleep\n") await sleep(2);
      process.kill(zombie, "SIGKILL");
      while (procRow(zombie) !== undefined) await sleep(2);
      expect(startOf(zombie)).toBeGreaterThanOrEqual(procRow(process.pid)?.startedAt ?? Number.NaN);
    } finally {
      parent.kill("SIGKILL");
    }
  });
});

describe("the output of ps on macOS", () => {
  const text = `    1     0     1 Ss   Mon Nov  2 08:15:00 2026     /sbin/launchd
  900   899   899 S+   Mon Nov 30 16:24:01 2026     node run.js HOME=/Users/me DOD_GATE_RUN=outer:the-mark A=b
  901   900   899 Z+   Mon Nov 30 16:24:02 2026     (node)
  902   900   902 R    Mon Nov 30 16:24:03 2026     a command with    spaces
`;

  it("becomes rows, the newest first and zombies left out, and tells who bears the mark", () => {
    const { rows, marked } = parsePs(text, "the-mark");
    expect(rows).toEqual([
      { pid: 902, parent: 900, group: 902, session: 902, startedAt: new Date(2026, 10, 30, 16, 24, 3).getTime() },
      { pid: 900, parent: 899, group: 899, session: 899, startedAt: new Date(2026, 10, 30, 16, 24, 1).getTime() },
      { pid: 1, parent: 0, group: 1, session: 1, startedAt: new Date(2026, 10, 2, 8, 15, 0).getTime() },
    ]);
    expect([...marked]).toEqual([900]);
  });

  it("may be empty, or something else altogether", () => {
    expect(parsePs("", "m").rows).toEqual([]);
    expect(parsePs("ps: illegal option\n", "m").rows).toEqual([]);
  });
});
