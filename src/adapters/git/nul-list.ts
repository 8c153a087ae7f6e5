/** The entries of an output in which each one ends with NUL, since any other character may stand in a path. */
export function splitNul(output: Buffer): string[] {
  const entries = output.toString("utf8").split("\0");
  entries.pop();
  return entries;
}

export function joinNul(entries: readonly string[]): string {
  return entries.map((entry) => `${entry}\0`).join("");
}
