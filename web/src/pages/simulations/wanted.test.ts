import { expect, test } from "vitest";
import { DRAFT, simulationOf } from "./wanted";

test("what a newcomer starts with one click is a small run of scenes", () => {
  expect(simulationOf(DRAFT)).toEqual({ kind: "sims", count: 24, seed: 1, against: null, scenario: null, learners: [], steering: "graph", noise: 0 });
});

test("B is a document, other values, or both", () => {
  expect(simulationOf({ ...DRAFT, against: "backbone/academic" }).against).toEqual({ kind: "backbone", id: "academic", set: [] });
  expect(simulationOf({ ...DRAFT, path: "max_turns", value: "3" }).against).toEqual({ set: ["max_turns=3"] });
  expect(simulationOf({ ...DRAFT, kind: "games", against: "knowledge/heart" }).against).toEqual({ kind: "game", id: "heart", set: [] });
  expect(simulationOf({ ...DRAFT, kind: "memoir", against: "router_policy/origins" }).against).toEqual({ kind: "artifacts", id: "origins", set: [] });
});
