import { quote } from "./quote.ts";

/** What is wrong with the arguments of the `dod-gate` command. */
export type UsageFault =
  | { readonly code: "noCommand" }
  | { readonly code: "unknownCommand"; readonly word: string; readonly suggestion: string | undefined }
  | { readonly code: "unknownOption"; readonly option: string; readonly suggestion: string | undefined }
  | { readonly code: "missingValue" | "needlessValue"; readonly option: string }
  | { readonly code: "missingFile" | "tooManyFiles" };

/** One line that says what is wrong and what was most likely meant. */
export function describeUsageFault(fault: UsageFault): string {
  switch (fault.code) {
    case "noCommand":
      return "a command is missing: lint or check";
    case "unknownCommand":
      return `unknown command "${quote(fault.word, 60)}"; ${didYouMean(fault.suggestion) ?? "there are lint and check"}`;
    case "unknownOption":
      return `unknown option "${quote(fault.option, 60)}"; ${didYouMean(fault.suggestion) ?? "a file of that name is written behind --, as in: -- --name"}`;
    case "missingValue":
      return `${fault.option} needs a value: ${fault.option}=…`;
    case "needlessValue":
      return `${fault.option} takes no value`;
    case "missingFile":
      return "a FILE is missing; - is standard input";
    case "tooManyFiles":
      return "check takes one FILE";
  }
}

function didYouMean(suggestion: string | undefined): string | undefined {
  return suggestion && `did you mean "${suggestion}"?`;
}
