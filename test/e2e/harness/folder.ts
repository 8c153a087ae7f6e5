import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";

/** A throw-away directory without a host. */
export interface Folder {
  readonly dir: string;
  path(relative: string): string;
  write(relative: string, content: string | Uint8Array): void;
  git(...args: string[]): string;
}

/** Gives each test folders that are removed after it. */
export function useFolders(): (files?: Readonly<Record<string, string>>) => Folder {
  const made: string[] = [];
  afterEach(() => {
    for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
  });
  return (files = {}) => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-folder-")));
    made.push(dir);
    const folder: Folder = {
      dir,
      path: (relative) => join(dir, relative),
      write(relative, content) {
        mkdirSync(dirname(join(dir, relative)), { recursive: true });
        writeFileSync(join(dir, relative), content);
      },
      git(...args) {
        const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
        return execFileSync("git", [...identity, ...args], { cwd: dir, encoding: "utf8" });
      },
    };
    for (const [path, text] of Object.entries(files)) folder.write(path, text);
    return folder;
  };
}
