import { expect, it } from "vitest";
import { AbortWatch } from "../../../src/adapters/process/abort-watch.ts";

it("an abort reaches all that watch for it, and none that no longer do", () => {
  const watch = new AbortWatch();
  const [first, second] = [new AbortController(), new AbortController()];
  const told: string[] = [];
  watch.add(first.signal, () => told.push("a"));
  const unwatch = watch.add(first.signal, () => told.push("b"));
  watch.add(first.signal, () => told.push("c"));
  watch.add(second.signal, () => told.push("d"));
  unwatch();
  unwatch();
  first.abort();
  expect(told).toEqual(["a", "c"]);
});

it("an abort that has been before is told at once", () => {
  const told: string[] = [];
  new AbortWatch().add(AbortSignal.abort(), () => told.push("a"))();
  expect(told).toEqual(["a"]);
});

it("a signal that nobody watches any more can be watched again", () => {
  const watch = new AbortWatch();
  const controller = new AbortController();
  const told: string[] = [];
  const unwatch = watch.add(controller.signal, () => told.push("a"));
  unwatch();
  watch.add(controller.signal, () => told.push("b"));
  unwatch();
  controller.abort();
  expect(told).toEqual(["b"]);
});
