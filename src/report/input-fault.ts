import { quote } from "./quote.ts";

/** Why the `dod-gate` command has nothing to judge, or no way to. */
export type InputFault =
  | { readonly code: "missing" | "directory" | "notAFile" | "binary" | "empty" | "noBlock" | "stopped" }
  /** No block, and a check on this line. */
  | { readonly code: "strayCheck"; readonly line: number }
  /** Bytes. */
  | { readonly code: "tooLarge"; readonly limit: number }
  | { readonly code: "unreadable"; readonly message: string }
  | { readonly code: "noDirectory" }
  | { readonly code: "noCommit"; readonly message: string };

/** What is wrong with what, on one line. The subject is a file, a directory or a commit as the user wrote it. */
export function describeInputFault(subject: string, fault: InputFault): string {
  return `${nameOf(subject)}: ${describe(fault)}`;
}

/** The name of an input in front of what is said about it. */
export function nameOf(subject: string): string {
  if (subject === "-") return "standard input";
  return subject === "" ? '""' : quote(subject, 1000);
}

function describe(fault: InputFault): string {
  switch (fault.code) {
    case "missing":
      return "there is no such file";
    case "directory":
      return "a directory, not a file";
    case "notAFile":
      return "not a regular file; what comes through a pipe is read from standard input, named -";
    case "binary":
      return "not text, or not in UTF-8: it holds NUL characters";
    case "empty":
      return "empty; it should hold an [acceptance] block";
    case "noBlock":
      return "no [acceptance] block is in it";
    case "strayCheck":
      return `no [acceptance] block is in it, but line ${fault.line} is a check; put the tags [acceptance] and [/acceptance] on lines around it`;
    case "stopped":
      return "reading it was stopped";
    case "tooLarge":
      return `larger than ${fault.limit / 1024 ** 2} MiB, which is more than is read`;
    case "unreadable":
      return `can't be read: ${quote(fault.message)}`;
    case "noDirectory":
      return "no directory to run checks in";
    case "noCommit":
      return `no commit to compare with: ${quote(fault.message)}`;
  }
}
