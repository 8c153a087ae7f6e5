/** What a sticky pattern matches at a place; empty when it doesn't match there. */
export function matchAt(text: string, at: number, pattern: RegExp): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** The place behind what a sticky pattern matches. */
export function skip(text: string, at: number, pattern: RegExp): number {
  return at + matchAt(text, at, pattern).length;
}
