import { type CommandName, renderHelp } from "../src/report/help.ts";
import { withPart } from "./with-part.ts";

/** The page about the command with the very help that the command shows. */
export function withHelp(page: string): string {
  const commands: readonly (CommandName | undefined)[] = [undefined, "lint", "check"];
  return commands.reduce((text, command) => {
    const name = command === undefined ? "help of dod-gate" : `help of dod-gate ${command}`;
    return withPart(text, name, `\`\`\`\n${renderHelp(command)}\n\`\`\``);
  }, page);
}
