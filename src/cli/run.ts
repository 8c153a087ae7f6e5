import { describeHelp, renderHelp } from "../report/help.ts";
import { describeUsageFault } from "../report/usage-fault.ts";
import { readCommandLine } from "./command-line.ts";
import type { ExitCode } from "./exit-code.ts";
import { readVersion } from "./version.ts";
import type { World } from "./world.ts";

/** Does what the arguments ask for. What a command needs is loaded with it: help must come at once. */
export async function run(args: readonly string[], world: World): Promise<ExitCode> {
  const { out, err } = world;
  const line = readCommandLine(args);
  switch (line.command) {
    case "help":
      out.line(renderHelp(line.of));
      return 0;
    case "version":
      out.line(readVersion());
      return 0;
    case "faulty":
      for (const fault of line.faults) err.line(`dod-gate: ${describeUsageFault(fault)}`);
      err.line(args.length === 0 ? renderHelp(undefined) : describeHelp(line.of));
      return 2;
    case "lint": {
      const { lint } = await import("./lint.ts");
      return lint(line, world);
    }
    case "check": {
      const { check } = await import("./check.ts");
      return check(line, world);
    }
  }
}
