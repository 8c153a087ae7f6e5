import type { CommandProblem } from "../checks/command-problem.ts";
import { quote } from "./quote.ts";

/** What is wrong with a command, and what to write instead, in one sentence. */
export function describeCommandProblem(problem: CommandProblem): string {
  switch (problem.code) {
    case "empty":
      return 'the command is empty; write a program and its arguments, such as command="npm test"';
    case "unterminatedQuote":
      return `a ${problem.quote} is never closed; close it, or write the character inside the other kind of quotes`;
    case "forbiddenCharacter":
      return `${describeCharacter(problem.character)} is refused, even in quotes, because commands run without a shell; write one plain command per check, or put the line into a package.json script and check that: command="npm run <script>"`;
    case "notBareName":
      return `"${quote(problem.program)}" is a path; name the program alone, and give a file to its interpreter: command="node ${quote(problem.program)}"`;
    case "assignment":
      return `"${quote(problem.word)}" would need a shell; set the variable in a package.json script and check that: command="npm run <script>"`;
    case "notAllowed":
      return `"${quote(problem.program)}" is not an allowed program; ${
        problem.suggestion === undefined
          ? `use one of ${problem.allowed.map((name) => quote(name)).join(", ")}, or have the user add it to commands.allow`
          : `write "${quote(problem.suggestion)}"`
      }`;
    case "installs":
      return `"${quote(problem.words)}" could install or fetch packages, which a check never does; have the work include the installation and check its outcome: command="npm test"`;
    case "inlineEval":
      return `"${quote(problem.words)}" is code in an argument, which commands.inlineEval: false forbids; put it into a file and run that: command="node check.js"`;
    case "runsNothing":
      return `"${quote(problem.words)}" succeeds without running anything; name what to run: command="npm run <script>" or command="node <file>"`;
  }
}

function describeCharacter(character: string): string {
  switch (character) {
    case "\n":
    case "\r":
      return "a line break";
    case "\0":
      return "a NUL character";
    default:
      return /^[!-~]$/.test(character)
        ? `the character ${character}`
        : `the control character U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  }
}
