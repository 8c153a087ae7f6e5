import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

export const packageName = "opencode-dod-gate";

/** The package as `npm publish` would send it. */
export interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
}

/** Packs what is built; building again would pull `dist` from under other tests. */
export function pack(): Packed {
  const directory = mkdtempSync(join(tmpdir(), "dod-gate-pack-"));
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", directory];
  const [packed] = JSON.parse(execFileSync("npm", args, { cwd: repository, encoding: "utf8" })) as {
    filename: string;
    files: { path: string }[];
  }[];
  if (packed === undefined) throw new Error("npm packed nothing");
  return { tarball: join(directory, packed.filename), files: packed.files.map(({ path }) => path) };
}

export interface Installation {
  /** The directory that gets a `node_modules`. */
  readonly into: string;
  /** Dependencies that are not there. */
  readonly without?: readonly string[];
}

/** Installs the package without a registry: unpacked, its dependencies linked to those of this repository. */
export function install({ tarball }: Packed, { into, without = [] }: Installation): string {
  const modules = join(into, "node_modules");
  const place = join(modules, packageName);
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"]);
  const dependencies = dependenciesIn(place);
  for (const name of dependencies.filter((each) => !without.includes(each))) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(realpathSync(join(repository, "node_modules", name)), join(modules, name), "dir");
  }
  writeFileSync(join(into, "package.json"), JSON.stringify({ dependencies: { [packageName]: "latest" } }));
  return place;
}

export function dependenciesIn(place: string): string[] {
  const manifest = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  return Object.keys(manifest.dependencies as Record<string, string>);
}

/** Where the host keeps a package that opencode.json names. */
export function packageCache(home: string): string {
  return join(home, ".cache/opencode/packages", `${packageName}@latest`);
}
