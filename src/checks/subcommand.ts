import type { PackageManager } from "./programs.ts";

/** Options that never take the next word as their value. */
const flags = new Set(
  (
    "-s --silent -q --quiet -d -dd -ddd --verbose --json --color --if-present --offline --prefer-offline --ignore-scripts " +
    "--foreground-scripts --workspaces -ws --ws --include-workspace-root --iwr -r --recursive --parallel --sequential " +
    "--stream --aggregate-output --workspace-root --bail --fail-if-no-match --bun -b --smol --hot --watch --production " +
    "-n -y --yes -h --help -v --version -i"
  ).split(" "),
);

/** Options that always do. */
const valued: Record<PackageManager, ReadonlySet<string>> = {
  npm: words("-w --workspace --prefix -C --loglevel --registry --cache --userconfig --globalconfig --script-shell"),
  npx: words(
    "-w --workspace --prefix -C --loglevel --registry --cache --userconfig --globalconfig --script-shell -c --call",
  ),
  pnpm: words("-F --filter --filter-prod -C --dir --reporter --loglevel --workspace-concurrency --test-pattern"),
  yarn: words("--cwd --use-yarnrc --mutex --cache-folder --modules-folder"),
  bun: words("-e --eval -p --print --cwd -F --filter --env-file --config --preload --require -l --loader -d --define"),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/**
 * The positions at which a package manager's subcommand may stand. Several, where an option is unknown and so may or
 * may not have taken the word after it.
 */
export function findSubcommands(program: PackageManager, args: readonly string[]): number[] {
  const positions: number[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (word === "--") return index + 1 < args.length ? [...positions, index + 1] : positions;
    if (word.startsWith("-")) {
      if (valued[program].has(word)) index++;
      continue;
    }
    positions.push(index);
    if (!mayTakeValue(program, args[index - 1])) return positions;
  }
  return positions;
}

function mayTakeValue(program: PackageManager, before: string | undefined): boolean {
  if (before === undefined || !before.startsWith("-") || before.includes("=")) return false;
  // pnpm's `-w` is a flag; npm's takes a value.
  if (program === "pnpm" && before === "-w") return false;
  return !flags.has(before) && !before.startsWith("--no-");
}
