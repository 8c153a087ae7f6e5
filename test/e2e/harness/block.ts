/** A prompt with an `[acceptance]` block of these lines. */
export function promptWith(work: string, ...lines: string[]): string {
  return [work, "", "[acceptance]", ...lines, "[/acceptance]"].join("\n");
}

/** A package.json whose scripts are given. */
export function packageJson(scripts: Record<string, string>): string {
  return JSON.stringify({ name: "example", version: "1.0.0", private: true, scripts }, null, 2);
}
