import { expect, test } from "vitest";
import { promptWith } from "./harness/block.ts";
import { Host } from "./harness/host.ts";
import type { ModelRequest } from "./harness/scripted-model.ts";
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

test("switched on, all that it adds to a session without a block is some 3,000 characters of tool definitions", async () => {
  const [off, on] = await Promise.all([Host.start({ env: { DOD_GATE: "off" } }), Host.start()]);
  try {
    const [without, withGate] = [await requestOf(off), await requestOf(on)];
    const added = withGate.body.length - without.body.length;
    // All that differs besides are the random names of folders, which are of the same length.
    expect(added).toBe(JSON.stringify(withGate.tools).length - JSON.stringify(without.tools).length);
    expect(added).toBeLessThan(3_200);
  } finally {
    await Promise.all([off.stop(), on.stop()]);
  }
});

/** The request that a prompt without a block makes. */
async function requestOf(host: Host): Promise<ModelRequest> {
  const project = host.project({ name: "same" });
  try {
    host.model.conversation("Say hello.", [say("Hello.")]);
    await project.prompt(await project.session(), "Say hello.");
    const [request] = host.model.requests;
    if (request === undefined) throw new Error("the model was not asked");
    return request;
  } finally {
    project.remove();
  }
}
