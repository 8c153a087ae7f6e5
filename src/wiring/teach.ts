import type { Hooks } from "@opencode-ai/plugin";
import { argumentSchemas, requiredArguments } from "./delegate/delegate-arguments.ts";

/** What a model that delegates learns about the block language, in the `task` tool's own description. */
const lesson = `
Verified delegation: to have the result checked by the host instead of taken on trust, put a block like this into the prompt:
[acceptance]
check: testsPass command="npm test -- parser"
check: fileExists path=src/parser.ts changed=true
check: run command="node scripts/smoke.js" expect="ok"
criteria: One condition per line that no command can check.
[/acceptance]
Kinds: run (command, expect), testsPass, buildPasses, lintClean (command), fileExists (path, changed), fileContains (path, text), schemaMatch (path, schema). Commands run without a shell: no pipes, chaining, redirects or variables. A line "plan: PLAN.md#3" applies the block of that plan's step 3. The result then ends in "[dod-gate ✓ accepted", "[dod-gate ✗ NOT ACCEPTED]" or "[dod-gate ? NEEDS REVIEW]"; only the first means done.`;

/** What it learns of the `delegate` tool. */
export const delegateLesson = `Delegates a task to a subagent, has the result verified by the host, and has it done again, on stronger models if need be, until it is accepted. Use it instead of "task" for work whose result has to be right and can be checked: implementing, fixing, refactoring, writing tests. Use "task" for lookups and for work that you will judge yourself.
Write into \`acceptance\` what makes the result acceptable, as the directives of the "task" tool's verified delegation. The producer works in the same directory as you and sees nothing of this conversation.
Read the result's first and last lines. "[dod-gate ✓ accepted" means done. "[dod-gate status: unmet]" means that every attempt failed, and why. "[dod-gate status: needs_review]" names an obstacle: remove it or ask the user, and never repeat the call for the same obstacle. A call can take several minutes.`;

const delegateSchema = {
  type: "object",
  properties: argumentSchemas,
  required: requiredArguments,
  additionalProperties: false,
};

/**
 * Adds the lesson to `task`'s description, and says which arguments of `delegate` may be left out: the host takes all of
 * them for required. Called for every tool in every step, so it only compares and assigns.
 */
export const teachCaller: NonNullable<Hooks["tool.definition"]> = async ({ toolID }, output) => {
  if (toolID === "task" && !output.description.includes("[acceptance]")) output.description += `\n${lesson}`;
  // The published type lacks the schema, which the host reads from here.
  if (toolID === "delegate") Object.assign(output, { jsonSchema: delegateSchema });
};
