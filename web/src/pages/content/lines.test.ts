import { expect, test } from "vitest";
import { byLine, difference, type Fault, idIn, lineAt, nextFault, offsetOf } from "./lines";

const at = (line: number, file = ""): Fault => ({ code: "x", message: "m", remedy: "r", meaning: "", line, column: 1, file });

test("a place is found again from its offset", () => {
  const text = "one\ntwo\nthree";
  for (const line of [1, 2, 3]) expect(lineAt(text, offsetOf(text, line, 2))).toBe(line);
});

test.each([
  [99, 1, 7],
  [1, 99, 3],
  [2, 1, 4],
])("a place past the end (%i:%i) is the nearest one", (line, column, offset) => {
  expect(offsetOf("one\ntwo", line, column)).toBe(offset);
});

test("the next fault goes round at the end, and back at the beginning", () => {
  const faults = [at(9), at(3), at(5, "other.json")];
  expect(nextFault(faults, 1, 1)?.line).toBe(3);
  expect(nextFault(faults, 3, 1)?.line).toBe(9);
  expect(nextFault(faults, 9, 1)?.line).toBe(3);
  expect(nextFault(faults, 3, -1)?.line).toBe(9);
  expect(nextFault([], 3, 1)).toBeUndefined();
});

test("a fault of another file stands at no line of this one", () => {
  expect([...byLine([at(2), at(2), at(4, "other.json")]).entries()].map(([line, all]) => [line, all.length])).toEqual([[2, 2]]);
});

test.each([
  ["kind: scenario\nid: bakery\n", "bakery"],
  ['{\n "kind": "router_policy",\n "id": "mine"\n}', "mine"],
  ["kind: scenario", undefined],
])("the id of %j is told", (text, id) => {
  expect(idIn(text)).toBe(id);
});

test("two texts differ where they differ, and nowhere else", () => {
  expect(difference("a\nb\nc\nd", "a\nx\ny\nd")).toEqual({ line: 2, mine: ["b", "c"], theirs: ["x", "y"] });
  expect(difference("a\na", "a\na\na")).toEqual({ line: 3, mine: [], theirs: ["a"] });
});
