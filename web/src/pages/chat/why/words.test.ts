import { expect, test } from "vitest";
import { inOrder, lasting, spaced, stages, valued } from "./words";

test("the five steps of a turn come in their order, and what an engine timed inside them after", () => {
  const { steps, inner } = stages({ settle: 1, SlotDiscovery: 2, perceive: 3 });
  expect(steps.map((step) => step.name)).toEqual(["Reading the words", "Settling the turn"]);
  expect(inner).toEqual([{ name: "Slot discovery", seconds: 2 }]);
});

test.each([
  ["SlotDiscovery", "Slot discovery"],
  ["SRLPreprocessing", "SRLPreprocessing"],
  ["node_count", "node count"],
])("%s is written as words", (name, words) => {
  expect(spaced(name)).toBe(words);
});

test.each([
  [0.0002, "under 1 ms"],
  [0.0123, "12 ms"],
  [2.345, "2.3 s"],
])("%d seconds are told as people say it", (seconds, words) => {
  expect(lasting(seconds)).toBe(words);
});

test("values are told in words", () => {
  expect([true, 0.33333, "not_yet"].map(valued)).toEqual(["yes", "0.333", "not yet"]);
});

test("words and counts stand before shares, and the highest share first", () => {
  const order = inOrder([
    { value: 0.1, share: true },
    { value: "calm", share: false },
    { value: 0.9, share: true },
    { value: 1, share: false },
  ]);
  expect(order.map((signal) => signal.value)).toEqual(["calm", 1, 0.9, 0.1]);
});
