import { describe, expect, test } from "vitest";
import type { VerdictRecord } from "../../src/report/verdict-record.ts";
import { promptWith } from "./harness/block.ts";
import { dodGate } from "./harness/command.ts";
import { say } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";
import { verdictCases } from "./harness/verdict-cases.ts";

const shared = useHost({ snapshots: false });

describe("the plugin and the dod-gate command give the same verdict for the same block and tree", () => {
  test.each(verdictCases)("$name: $outcome", async ({ lines, outcome, because, ...options }) => {
    const text = promptWith("Do it.", ...lines);
    const [forPlugin, forCommand] = [shared.project(options), shared.project(options)];
    const { metadata } = await forPlugin.delegate({ prompt: text, producer: [say("Done.")] });
    const home = shared.host.home;
    const { code, stdout } = await dodGate(["check", "--json", "-"], { cwd: forCommand.dir, input: text, home });
    const byPlugin = metadata["dodGate"] as VerdictRecord;
    const byCommand = JSON.parse(stdout) as VerdictRecord;

    expect(decided(byCommand, forCommand.dir)).toEqual(decided(byPlugin, forPlugin.dir));
    expect(byPlugin.outcome).toBe(outcome);
    expect(byPlugin.reasons.join("\n")).toContain(because ?? "");
    expect(code).toBe({ pass: 0, fail: 1, error: 2 }[outcome]);
  });
});

/** A verdict without how long it took and where. */
function decided(record: VerdictRecord, directory: string) {
  const { version, outcome, pass, skipped, method, dodSource, reasons, notes, checks, unrun } = record;
  // The command knows no state from before, and so has nothing to say of it.
  const told = notes.filter((note) => !/^integrity not checked|^files appeared/.test(note));
  const facts = { version, outcome, pass, skipped, method, dodSource, reasons, notes: told, unrun };
  const timeless = checks.map(({ durationMs: _, ...check }) => check);
  return JSON.parse(
    JSON.stringify({ ...facts, checks: timeless })
      .replaceAll(directory, "/code/app")
      .replaceAll(/duration_ms [\d.]+/g, "duration_ms 0")
      .replaceAll(/ after (?:[\d.]+m?s|\d+m\d+s)/g, " after a while"),
  );
}
