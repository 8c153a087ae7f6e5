import type { Hooks } from "@opencode-ai/plugin";

/** What a model that delegates learns about the block language, in the `task` tool's own description. */
const lesson = `
Verified delegation: to have the result checked by the host instead of taken on trust, put a block like this into the prompt:
[acceptance]
check: testsPass command="npm test -- parser"
check: fileExists path=src/parser.ts changed=true
check: run command="node scripts/smoke.js" expect="ok"
criteria: One condition per line that no command can check.
[/acceptance]
Kinds: run (command, expect), testsPass, buildPasses, lintClean (command), fileExists (path, changed), fileContains (path, text), schemaMatch (path, schema). Commands run without a shell: no pipes, chaining, redirects or variables. The result then ends in "[dod-gate ✓ accepted", "[dod-gate ✗ NOT ACCEPTED]" or "[dod-gate ? NEEDS REVIEW]"; only the first means done.`;

/** Adds the lesson to `task`'s description. Called for every tool in every step, so it only compares and appends. */
export const teachCaller: NonNullable<Hooks["tool.definition"]> = async ({ toolID }, output) => {
  if (toolID === "task" && !output.description.includes("[acceptance]")) output.description += `\n${lesson}`;
};
