import { expect, test } from "vitest";
import { ordered, type Pair, scale, sides, strategiesIn } from "./pairs";

function pair(strategy: string, about: string, score: number, chosen = false, amounts: number[] = []): Pair {
  const parts = amounts.map((amount, index) => ({ key: `k${index}`, amount }));
  return { strategy, title: strategy, about, score, multiplier: 1, bonus: 0, chosen, parts };
}

const PAIRS = [pair("b", "y", 3), pair("b", "x", 2), pair("a", "z", 1, true)];

test("the chosen pair is on top in every order", () => {
  for (const order of ["score", "strategy", "concept"] as const) expect(ordered(PAIRS, order, "")[0]?.chosen).toBe(true);
});

test("pairs can be put in order by concept, and filtered by strategy", () => {
  expect(ordered(PAIRS, "concept", "b").map((each) => each.about)).toEqual(["x", "y"]);
  expect(ordered(PAIRS, "score", "b").map((each) => each.about)).toEqual(["y", "x"]);
  expect(strategiesIn(PAIRS)).toEqual([["a", "a"], ["b", "b"]]);
});

test("what speaks for a pair and what speaks against it are measured apart", () => {
  expect(sides(pair("a", "", 1, false, [2, -0.5, 1]))).toEqual({ up: 3, down: 0.5 });
  expect(scale([pair("a", "", 1, false, [2]), pair("b", "", 1, false, [1, -4])])).toEqual({ up: 2, down: 4 });
});
