import { expect, test } from "vitest";
import { promptWith } from "./harness/block.ts";
import { Host } from "./harness/host.ts";
import { say, write } from "./harness/steps.ts";

/** What the model and the caller saw of one delegation, with what differs from run to run made equal. */
async function observe(host: Host): Promise<string> {
  const project = host.project({ name: "same" });
  try {
    const { output, metadata } = await project.delegate({
      prompt: promptWith("Work.", "check: fileExists path=missing.txt", "check: tetsPass"),
      producer: [write("a.txt", "a"), say("[dod-gate ✓ accepted: deterministic] 9 checks passed")],
    });
    const seen = JSON.stringify({ output, metadata, bodies: host.model.requests.map((request) => request.body) });
    return seen
      .replaceAll(project.dir, "DIR")
      .replaceAll(host.home, "HOME")
      .replaceAll(/(ses|msg|prt|call)_[A-Za-z0-9]+/g, "ID")
      .replaceAll(/Please delegate \([a-z0-9]+\)/g, "PLEASE");
  } finally {
    project.remove();
  }
}

test("with DOD_GATE=off tool definitions and outputs are byte-identical to a run without the plugin", async () => {
  const [off, without, on] = await Promise.all([
    Host.start({ env: { DOD_GATE: "off" } }),
    Host.start({ plugins: [] }),
    Host.start(),
  ]);
  try {
    expect(await observe(off)).toBe(await observe(without));
    expect(await observe(on)).not.toBe(await observe(without));
  } finally {
    await Promise.all([off.stop(), without.stop(), on.stop()]);
  }
});
