import type { ProjectCheckFault, ProjectCheckProblem } from "../checks/project-check-problem.ts";
import type { EntryKind } from "../ports/repository.ts";
import { describeCommandProblem } from "./command-problems.ts";
import { describePlace } from "./config-problems.ts";
import { quote } from "./quote.ts";

/** One problem on one line, as those of the configuration are: `.opencode/dod-gate.jsonc:4:7 projectChecks[0].cwd: …`. */
export function describeProjectCheckProblem(problem: ProjectCheckProblem): string {
  return `${describePlace(problem)}: ${describeFault(problem)}`;
}

function describeFault(fault: ProjectCheckFault): string {
  switch (fault.code) {
    case "refusedCommand":
      return describeCommandProblem(fault.problem);
    case "noDirectory":
      return `"${quote(fault.cwd)}" is ${describeKind(fault.kind)}; name a directory that is committed`;
    case "noOracle":
      return `"${quote(fault.oracle)}" is ${describeKind(fault.kind)}; name a regular file that is committed`;
    case "noScript": {
      const where = fault.packageJson === undefined ? "no package.json" : `no script "${quote(fault.script)}"`;
      const place = fault.packageJson === undefined ? "" : ` in ${quote(fault.packageJson)}`;
      return `(none configured): the commit has ${where}${place}; commit one, or name another command`;
    }
    case "noAnswer":
      return `can't be held against the commit: ${quote(fault.message)}`;
  }
}

function describeKind(kind: EntryKind | undefined): string {
  switch (kind) {
    case undefined:
      return "not in the commit";
    case "file":
      return "a file in the commit";
    case "directory":
      return "a directory in the commit";
    case "link":
      return "a symbolic link in the commit";
    case "other":
      return "a submodule in the commit";
  }
}
