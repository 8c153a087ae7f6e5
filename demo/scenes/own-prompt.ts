import { promptWith } from "../../test/e2e/harness/block.ts";
import { edit, say } from "../../test/e2e/harness/steps.ts";
import type { Scene, Seen } from "../scene.ts";
import { files, wrong } from "./adding.ts";

const noteAt = ({ said }: Seen, index: number) => said.filter(({ by }) => by === "gate").at(index)?.text ?? "";

export const ownPrompt: Scene = {
  title: "A block in your own prompt",
  says: "The agent says that it has done the work, and hasn't. What failed goes back to it, once.",
  way: "ownPrompt",
  files: { ...files, "add.js": wrong },
  prompt: promptWith("Make add.js add.", "check: testsPass", "check: fileExists path=add.js changed=true"),
  work: [say("Done! add.js adds, and all tests pass."), edit("add.js", "a - b", "a + b"), say("Now it adds.")],
  claims: [
    {
      says: "the claim is not accepted, and the failing test's own output says why",
      holds: (seen) =>
        noteAt(seen, 0).startsWith("[dod-gate ✗ NOT ACCEPTED] 2 of 2 checks failed") &&
        noteAt(seen, 0).includes("not ok - adds two numbers: expected 4, got 0"),
    },
    { says: "it goes back to the agent by itself", holds: (seen) => noteAt(seen, 0).includes("NEXT: sent back") },
    {
      says: "the corrected work is judged again, and accepted",
      holds: (seen) => noteAt(seen, -1) === "[dod-gate ✓ accepted: deterministic] 2 checks passed",
    },
    { says: "the verdicts themselves cost no request: the agent made three", holds: (seen) => seen.requests === 3 },
  ],
};
