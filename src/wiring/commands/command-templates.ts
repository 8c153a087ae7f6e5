/** What the commands tell the model; `$ARGUMENTS` is what the user typed behind the name. */
export const commandTemplates = {
  "annotate-plan": {
    description: "Add a Definition of Done to each step of a plan",
    template: `Add a Definition of Done to the steps of this plan file: $ARGUMENTS

Read the file and look at the project's scripts and tests. Then edit the file: below each step that changes something, add a block that says what must hold when it is done, for example:

[acceptance]
check: testsPass command="npm test -- parser"
check: fileExists path=src/parser.ts changed=true
criteria: One condition per line that no command can check.
[/acceptance]

Rules:
- Only add blocks. Never change, reorder, shorten or remove anything else of the plan, and no block that is there already.
- In a list, indent the block like the step's own text.
- Prefer checks over criteria. Kinds: run (command, expect), testsPass, buildPasses, lintClean (command), fileExists (path, changed), fileContains (path, text), schemaMatch (path, schema). Commands run without a shell: no pipes, chaining, redirects or variables.
- Steps that only look something up need no block.

The result of each edit ends in the linter's verdict. Correct what it names until it says that every step can be verified. Then tell the user in one or two sentences what you added, and nothing else.`,
  },
  dod: {
    description: "Show what was verified in this session, and what needs you",
    template:
      "Tell the user, in one sentence, that dod-gate could not put its report together and that its log says why.",
  },
} as const;

export type CommandName = keyof typeof commandTemplates;

/** Follows a report that the user's message shows, since a command always costs an answer of the model. */
export const repeatReport =
  "Repeat the report above word for word as your answer, with nothing before or after it. Do nothing else.";
