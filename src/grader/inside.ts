import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a directory or lies below it, as text: links are the caller's business. Both are absolute. */
export function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** What a path is called in a directory: relative, with slashes, where it lies inside, and else as it is. */
export function nameIn(directory: string, path: string): string {
  const way = relative(directory, path);
  return way === "" || !isInside(path, directory) ? path : way.replaceAll(sep, "/");
}
