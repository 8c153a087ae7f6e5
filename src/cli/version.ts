import { readFileSync } from "node:fs";

/** The version in the package's own package.json, which lies in the same place above the sources and above the built files. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return String(Reflect.get(Object(manifest), "version"));
}
