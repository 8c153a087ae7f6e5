import { describe, expect, test } from "vitest";
import { defaults } from "../../src/config/defaults.ts";
import { load, projectFile } from "./support.ts";

describe("an option of turn", () => {
  test.each([
    ["enabled", false],
    ["fixCycles", 0],
    ["fixCycles", 5],
  ])("%s takes %s", async (option, value) => {
    const loaded = await load({ [projectFile]: JSON.stringify({ turn: { [option]: value } }) });
    expect(loaded.problems).toEqual([]);
    expect(loaded.config.turn).toEqual({ ...defaults.turn, [option]: value });
  });

  const cycles = { kind: "cycles", most: 5 };

  test.each([
    ["enabled", "no", "wrongType", { kind: "boolean" }],
    ["fixCycles", -1, "badValue", cycles],
    ["fixCycles", 6, "badValue", cycles],
    ["fixCycles", 1.5, "badValue", cycles],
    ["fixCycles", "1", "wrongType", cycles],
    ["fixCycles", null, "wrongType", cycles],
  ])("%s refuses %s", async (option, value, code, expected) => {
    const loaded = await load({ [projectFile]: JSON.stringify({ turn: { [option]: value } }) });
    expect(loaded.problems).toMatchObject([{ path: `turn.${option}`, code, expected }]);
    expect(loaded.config.turn).toEqual(defaults.turn);
  });
});
