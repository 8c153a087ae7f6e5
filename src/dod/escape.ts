/**
 * Whether a relative path leads out of the directory it is relative to, by its own text alone. It is read as both
 * POSIX and Windows read it, since one of them will; an absolute path is relative to nothing.
 */
export function escapesBase(path: string): boolean {
  const isAbsoluteOnPosix = path.startsWith("/");
  const isAbsoluteOnWindows = /^(?:[A-Za-z]:)?[\\/]/.test(path);
  const withoutDrive = path.replace(/^[A-Za-z]:/, "");
  if (isAbsoluteOnPosix) return false;
  if (!isAbsoluteOnWindows && climbsOut(withoutDrive.split(/[\\/]/))) return true;
  return climbsOut(path.split("/"));
}

function climbsOut(segments: readonly string[]): boolean {
  let depth = 0;
  for (const segment of segments) {
    if (segment === "..") depth--;
    else if (segment !== "" && segment !== ".") depth++;
    if (depth < 0) return true;
  }
  return false;
}
