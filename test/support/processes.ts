import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The lines of a file in which processes have noted themselves that are still alive. Zombies are not. */
export function aliveIn(file: string): string[] {
  return notedIn(file).filter((line) => {
    const [pid = "", startedAt = ""] = line.split(" ");
    return startedAt === "" ? existsByKill(Number(pid)) : startOf(pid) === startedAt;
  });
}

export function notedIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}

/** The living processes, of those that one may look into, that were started with the text in their environment. Linux only. */
export function bearersOf(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && startOf(name) !== undefined && environmentOf(name).includes(text))
    .map(Number);
}

function startOf(pid: string): string | undefined {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    return state === "Z" || state === "X" ? undefined : fields[18];
  } catch {
    return undefined;
  }
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

function existsByKill(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
