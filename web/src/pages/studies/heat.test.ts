import { expect, test } from "vitest";
import type { Matrix } from "./asking";
import { shade, square } from "./heat";

const cell = (source: string, target: string, direct: number, indirect = 0) => ({ source, target, direct, indirect, text: "", by: [] });
const code = (id: string) => ({ id, name: id, kind: "", rung: 0, respondents: 0 });
const MATRIX = {
  relations: "direct",
  codes: ["bed", "rested", "work", "family"].map(code),
  cells: [cell("bed", "rested", 4), cell("rested", "work", 1), cell("bed", "work", 0, 2)],
} as unknown as Matrix;

test("a code without steps has neither row nor column", () => {
  const { rows, columns } = square(MATRIX, 1);
  expect(rows.map((each) => each.id)).toEqual(["bed", "rested"]);
  expect(columns.map((each) => each.id)).toEqual(["rested", "work"]);
});

test("a cut-off leaves only what reaches it", () => {
  const { rows, columns, at } = square(MATRIX, 2);
  expect(rows.length * columns.length).toBe(1);
  expect(at(code("bed"), code("work"))).toBeUndefined();
});

test("the strongest cell is the darkest, an indirect one has no shade", () => {
  expect(MATRIX.cells.map((each) => shade(each, MATRIX))).toEqual([4, 1, 0]);
});
