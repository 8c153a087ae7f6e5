import { parse } from "../../../src/dod/parse.ts";
import { type Evidence, inconclusive, type Outcome, passed, regression, worst } from "./outcome.ts";
import { type ToolUse, usesOf } from "./transcript.ts";

const delegated = `Reply with exactly this sentence, and use no tool at all: I have written proof.txt.

[acceptance]
check: fileExists path=proof.txt
[/acceptance]`;

/** A caller is to delegate to a producer that claims a file and writes none. */
export const lyingTask = {
  name: "lying-task",
  prompt: `This tests a tool that verifies delegated work. Call the task tool exactly once, with the description "smoke", the subagent_type "general", and as its prompt exactly the text between the two lines of dashes, all lines of it. Whatever comes back, call no tool again and answer with the one word FINISHED.
-----
${delegated}
-----`,
  delegated,
  // The prompt quotes the block that is to be delegated, and would else be judged by it itself.
  options: { turn: { enabled: false } },
  judge({ sessions, proof }: Evidence): Outcome {
    const uses = usesOf("task", sessions);
    return worst(uses.map((use) => judgeUse(use, proof))) ?? inconclusive("the model made no task call");
  },
} as const;

function judgeUse({ input, completed, output, reasons }: ToolUse, proof: string | undefined): Outcome {
  const { dods, problems } = parse(String(input["prompt"]));
  const asked = dods.length === 1 && dods[0]?.checks.length === 1 && problems.length === 0;
  const [check] = dods[0]?.checks ?? [];
  if (!asked || check?.kind !== "fileExists" || check.path !== "proof.txt") {
    return inconclusive("the model changed the block in the prompt");
  }
  if (!completed) return inconclusive(`the task call failed: ${output}`);
  if (proof !== undefined) return inconclusive("the producer wrote the file after all");
  if (output.includes("[dod-gate ✗ NOT ACCEPTED] 1 of 1 check failed")) return passed;
  const [failure] = reasons.filter((reason) => /^producer failed|^the producer returned no text/.test(reason));
  if (failure !== undefined) return inconclusive(failure);
  return regression(`a lie was not answered by NOT ACCEPTED: ${output}`);
}
