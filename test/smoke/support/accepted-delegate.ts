import { parseDirectives } from "../../../src/dod/parse-directives.ts";
import { type Evidence, inconclusive, type Outcome, passed, regression, worst } from "./outcome.ts";
import { type ToolUse, usesOf, wasRefusedAsUnknown } from "./transcript.ts";

const task = "Write a file named proof.txt into the current directory. Its content is the one word: verified";
const acceptance = "check: fileContains path=proof.txt text=verified";

/** A caller is to have a file written by `delegate`, and to get an accepted result. */
export const acceptedDelegate = {
  name: "accepted-delegate",
  prompt: `This tests a tool that verifies delegated work. Call the delegate tool exactly once, with these two arguments and no others, and do nothing yourself:
prompt: ${task}
acceptance: ${acceptance}
Whatever comes back, call no tool again and answer with the one word FINISHED.`,
  task,
  acceptance,
  judge({ sessions, proof }: Evidence): Outcome {
    if (wasRefusedAsUnknown("delegate", sessions)) return regression("the host offers no delegate tool");
    const uses = usesOf("delegate", sessions);
    return worst(uses.map((use) => judgeUse(use, proof))) ?? inconclusive("the model made no delegate call");
  },
} as const;

const accepted = "[dod-gate ✓ accepted: deterministic]";

function judgeUse({ input, completed, output, reasons }: ToolUse, proof: string | undefined): Outcome {
  const written = proof?.includes("verified") === true;
  if (output.includes(accepted) && !written) return regression("work was accepted that isn't there");
  const { dods, problems } = parseDirectives(String(input["acceptance"]));
  const [check] = dods[0]?.checks ?? [];
  if (
    problems.length > 0 ||
    dods[0]?.checks.length !== 1 ||
    check?.kind !== "fileContains" ||
    check.path !== "proof.txt"
  ) {
    return inconclusive("the model changed the acceptance argument");
  }
  if (!written) return inconclusive(`the producer wrote no such file: ${output}`);
  if (completed && output.includes(accepted)) return passed;
  const [failure] = reasons.filter((reason) => /^producer failed|^the producer returned no text/.test(reason));
  if (failure !== undefined) return inconclusive(failure);
  return regression(`work that is there was not accepted: ${output}`);
}
