// Which codes and cells a matrix shows from a cut-off on, and how dark each cell is.

import type { Matrix } from "./asking";

export type Cell = Matrix["cells"][number];
export type Code = Matrix["codes"][number];

type Square = { rows: Code[]; columns: Code[]; at: (row: Code, column: Code) => Cell | undefined };

const SHADES = 4;

function weight(cell: Cell, relations: Matrix["relations"]): number {
  return relations === "direct" ? cell.direct : cell.direct + cell.indirect;
}

// Codes that nothing leads to have no column, codes that lead nowhere no row. A cut-off of 1 leaves everything in.
export function square(matrix: Matrix, from: number): Square {
  const kept = matrix.cells.filter((cell) => from <= 1 || weight(cell, matrix.relations) >= from);
  const cells = new Map(kept.map((cell) => [`${cell.source} ${cell.target}`, cell]));
  const sources = new Set(kept.map((cell) => cell.source));
  const targets = new Set(kept.map((cell) => cell.target));
  return {
    rows: matrix.codes.filter((code) => sources.has(code.id)),
    columns: matrix.codes.filter((code) => targets.has(code.id)),
    at: (row, column) => cells.get(`${row.id} ${column.id}`),
  };
}

// From 0, indirect only, to the darkest for the strongest cell there is.
export function shade(cell: Cell, matrix: Matrix): number {
  const strongest = Math.max(...matrix.cells.map((each) => weight(each, matrix.relations)), 1);
  return Math.ceil((weight(cell, matrix.relations) / strongest) * SHADES);
}
