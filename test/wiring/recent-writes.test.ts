import { expect, test } from "vitest";
import { RecentWrites } from "../../src/wiring/recent-writes.ts";

const write = (sessionID: string, filePath: string) => ({ tool: "write", sessionID, args: { filePath }, metadata: {} });

test.each<[string, string, string[], number, boolean]>([
  ["another session", "/code/a.js", ["ses_mine"], 0, true],
  ["the producer itself", "/code/a.js", ["ses_mine", "ses_other"], 0, false],
  ["another session, before", "/code/a.js", ["ses_mine"], Number.MAX_SAFE_INTEGER, false],
  ["nobody", "/code/b.js", ["ses_mine"], 0, false],
])("a file that was written by %s", (_, path, sessionIDs, since, expected) => {
  const writes = new RecentWrites("/code");
  writes.see(write("ses_other", "a.js"));
  writes.see({ tool: "bash", sessionID: "ses_other", args: { command: "touch b.js" }, metadata: {} });
  expect(writes.wasWrittenByOthers(path, { sessionIDs, since })).toBe(expected);
});

test("nothing grows: only the latest are remembered, and any arguments will do", () => {
  const writes = new RecentWrites("/code");
  writes.see(write("ses_other", "first.js"));
  for (let index = 0; index < 1000; index += 1) writes.see(write("ses_other", `${index}.js`));
  const question = { sessionIDs: [], since: 0 };
  expect(writes.wasWrittenByOthers("/code/first.js", question)).toBe(false);
  expect(writes.wasWrittenByOthers("/code/999.js", question)).toBe(true);
  for (const args of [undefined, null, 7, "x", []]) writes.see({ tool: "edit", sessionID: "s", args, metadata: args });
});
