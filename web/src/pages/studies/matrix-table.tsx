// The matrix as a table: every row and column says which code it is, every cell is a button to its words.

import type { Matrix } from "./asking";
import { type Cell, type Code, shade, square } from "./heat";
import type { Asked } from "./words-dialog";

type MatrixTableProps = { matrix: Matrix; from: number; onAsk: (asked: Asked) => void };

export function MatrixTable({ matrix, from, onAsk }: MatrixTableProps) {
  const { rows, columns, at } = square(matrix, from);
  const number = new Map(matrix.codes.map((code, index) => [code.id, index + 1]));
  return (
    <div className="table-box" tabIndex={0} role="region" aria-label="Implication matrix">
      <table className="studies-matrix">
        <caption>Rows lead to columns; numbers name the codes of the rows</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" title={column.name}>
                <span aria-hidden="true">{number.get(column.id)}</span>
                <span className="visually-hidden">to {column.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <span aria-hidden="true">{number.get(row.id)} </span>
                {row.name}
              </th>
              {columns.map((column) => (
                <CellShown key={column.id} cell={at(row, column)} row={row} column={column} matrix={matrix} onAsk={onAsk} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Ends columns={columns} rows={rows} number={number} />
    </div>
  );
}

type CellProps = { cell: Cell | undefined; row: Code; column: Code; matrix: Matrix; onAsk: (asked: Asked) => void };

function CellShown({ cell, row, column, matrix, onAsk }: CellProps) {
  if (!cell) return <td />;
  const told = `${row.name} leads to ${column.name}: ${cell.direct} directly, ${cell.indirect} indirectly`;
  return (
    <td className={`studies-heat-${shade(cell, matrix)}`}>
      <button type="button" title={told} aria-label={`${cell.text}, ${told}`} onClick={() => onAsk({ code: row.id, leadsTo: column.id })}>
        {cell.text}
      </button>
    </td>
  );
}

// Columns without a row of their own would be numbers that nobody can read.
function Ends({ rows, columns, number }: { rows: Code[]; columns: Code[]; number: Map<string, number> }) {
  const ends = columns.filter((column) => !rows.includes(column));
  if (!ends.length) return null;
  return <p className="small muted">Also: {ends.map((code) => `${number.get(code.id)} ${code.name}`).join(" · ")}</p>;
}
