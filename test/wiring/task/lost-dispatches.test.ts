import type { Event } from "@opencode-ai/sdk";
import { expect, test } from "vitest";
import type { Definition } from "../../../src/gate/delegation.ts";
import { Dispatches } from "../../../src/wiring/task/dispatches.ts";
import { followLostDispatches } from "../../../src/wiring/task/lost-dispatches.ts";

const definition: Definition = { dods: [], problems: [], notes: [], trivial: false };

function partOf(tool: string, status: string, callID: string): Event {
  const part = { type: "tool", tool, callID, state: { status } };
  return { type: "message.part.updated", properties: { part } } as Event;
}

test.each<[string, Event, boolean]>([
  ["ends with an error", partOf("task", "error", "call_1"), true],
  ["goes on", partOf("task", "running", "call_1"), false],
  ["is another tool's", partOf("bash", "error", "call_1"), false],
  ["was not let through", partOf("task", "error", "call_2"), false],
])("a call that %s is given up: %s", (_, event, expected) => {
  const dispatches = new Dispatches();
  dispatches.remember("call_1", { definition, since: 0 });
  const given: unknown[] = [];
  followLostDispatches(dispatches, { abandon: (work) => void given.push(work) })(event);
  expect(given).toEqual(expected ? [definition] : []);
  expect(dispatches.take("call_1") === undefined).toBe(expected);
});
