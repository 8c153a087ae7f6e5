/** What a toast says where the configuration can't be used. */
export function renderBrokenConfig(problems: readonly string[]): string {
  return ["The configuration can't be used, so nothing will be accepted.", ...problems].join("\n");
}

/** What the `dod-gate` command says where the configuration can't be used. */
export function describeBrokenConfig(problems: readonly string[]): string[] {
  return ["dod-gate: the configuration can't be used, so nothing was judged:", ...problems.map((line) => `- ${line}`)];
}

/** The document of a lint that had no configuration to go by. */
export function recordBrokenConfig(problems: readonly string[]) {
  return { version: 1, command: "lint", outcome: "error", reasons: problems, files: [] };
}
