/** Why a program can't be put on the allowlist. */
export type ProgramRefusal = "empty" | "path" | "characters" | "runsOthers";

/** Programs that run whatever their arguments say: with one of them allowed, every command would be. */
const runsOthers = new Set(
  [
    "sh bash dash ash zsh ksh mksh pdksh csh tcsh fish nu elvish xonsh rbash busybox toybox",
    "cmd command powershell pwsh wsl start cscript wscript mshta rundll32",
    "env sudo doas su runas runuser pkexec chroot unshare nsenter ssh",
    "xargs parallel find watch nohup nice ionice timeout time setsid stdbuf script unbuffer expect eval exec source",
  ].flatMap((line) => line.split(" ")),
);

/** Undefined where checks may be allowed to run the program. */
export function refusalOf(program: string): ProgramRefusal | undefined {
  if (program.trim() === "") return "empty";
  if (/[/\\]/.test(program)) return "path";
  if (!/^[a-z0-9][\w.+-]{0,63}$/i.test(program)) return "characters";
  return runsOthers.has(familyOf(program)) ? "runsOthers" : undefined;
}

/** `Bash.exe`, `bash5` and `bash-5.2` are all `bash`. */
function familyOf(program: string): string {
  return program
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com)$/, "")
    .replace(/[-.\d]+$/, "");
}
