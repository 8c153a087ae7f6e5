import { isAbsolute, join } from "node:path";
import type { Surroundings } from "./config-files.ts";

/** Where the user's programs keep data, outside every project. Absolute. */
export function dataDirectory({ env, home }: Pick<Surroundings, "env" | "home">, platform: NodeJS.Platform): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = env;
  if (XDG_DATA_HOME !== undefined && isAbsolute(XDG_DATA_HOME)) return XDG_DATA_HOME;
  if (platform === "win32" && LOCALAPPDATA !== undefined && isAbsolute(LOCALAPPDATA)) return LOCALAPPDATA;
  return join(home, ".local", "share");
}
