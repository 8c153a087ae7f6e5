/** `::error::`, `::stop-commands::…`: GitHub Actions takes such a line for a command, spaces before it or not. */
const atStart = /^([^\S\n]*)(?=::)/gm;
/** `##[…]`, `##vso[…]`, `##teamcity[…]`: commands of build servers, anywhere in a line. */
export const anywhere = /##(?=(?:vso|teamcity)?\[)/g;

/** A text for a terminal that may be a build server's log, in which nothing that it quotes is a command to that server. */
export function withoutLogCommands(text: string): string {
  return text.replace(atStart, "$1| ").replace(anywhere, "## ");
}
