export type CommandName = "lint" | "check";

/** What `dod-gate --help` prints, or `--help` behind a command. */
export function renderHelp(command: CommandName | undefined): string {
  switch (command) {
    case undefined:
      return overview;
    case "lint":
      return lint;
    case "check":
      return check;
  }
}

/** Where help is to be had. */
export function describeHelp(command: CommandName | undefined): string {
  return `See: dod-gate ${command === undefined ? "" : `${command} `}--help`;
}

const overview = `Usage: dod-gate COMMAND [OPTION...] FILE...

Judges work outside OpenCode by its Definition of Done: the [acceptance] blocks in a text file.

Commands:
  lint FILE...      tells what is wrong with the blocks, and runs nothing
  check FILE        runs the checks of the blocks, now

Options:
  -h, --help        shows this help, or that of a command: dod-gate check --help
  -v, --version     shows the version

Exit codes: 0 accepted, or no problem; 1 not accepted, or problems; 2 could not be judged.`;

const lint = `Usage: dod-gate lint [OPTION...] FILE...

Prints every problem of the [acceptance] blocks in text files, as FILE:LINE:COLUMN: MESSAGE.
FILE - is standard input. Nothing is run. Which commands a check may run is read from the
configuration of the project in the current directory.

Options:
      --plan        takes each FILE for a Markdown plan: every step needs a block, unless it is
                    trivial, and every block a step
      --if-present  lets files without any block pass
      --json        prints one JSON document instead
  -h, --help        shows this help

Exit codes: 0 no problem; 1 problems; 2 nothing wrong was found, but a file could not be read or
holds no block, or the configuration is broken.`;

const check = `Usage: dod-gate check [OPTION...] FILE

Runs the checks of the [acceptance] blocks in FILE, and says whether the work is accepted, as the
plugin would. FILE - is standard input. The checks run with your rights: outside OpenCode no
agent's permissions bound them, only the command policy of the project's configuration does.
Criteria are listed and not graded, so a block that has nothing else can't be accepted.

Options:
      --cwd DIR     where checks run, and whose configuration counts; else the current directory
      --base REF    a commit: changed=true asks what git shows since HEAD's branch left it
      --if-present  accepts a FILE without any block
      --json        prints one JSON document instead
  -h, --help        shows this help

Exit codes: 0 accepted; 1 not accepted; 2 could not be judged. On Ctrl-C and SIGTERM everything that
runs is killed, and the exit code is 130 or 143.`;
