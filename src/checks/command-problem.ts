/** Why a command is refused. Facts only; the sentences are made in the report. */
export type CommandProblem =
  | { readonly code: "empty" }
  | { readonly code: "unterminatedQuote"; readonly quote: '"' | "'" }
  /** A character that a shell would act on, or a control character; refused in quotes too. */
  | { readonly code: "forbiddenCharacter"; readonly character: string }
  /** The first word is a path and not a name. */
  | { readonly code: "notBareName"; readonly program: string }
  /** `NAME=value` before the program: there is no shell that would set it. */
  | { readonly code: "assignment"; readonly word: string }
  | {
      readonly code: "notAllowed";
      readonly program: string;
      readonly suggestion?: string;
      readonly allowed: readonly string[];
    }
  /** The words of it that would install or fetch a package. */
  | { readonly code: "installs"; readonly words: string }
  /** Code in an argument, which `commands.inlineEval: false` forbids. */
  | { readonly code: "inlineEval"; readonly words: string }
  /** It would exit 0 without running anything. */
  | { readonly code: "runsNothing"; readonly words: string };
