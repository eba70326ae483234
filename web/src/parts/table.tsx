// A table that scrolls inside its own box. Columns say how a row is shown; numbers stand to the right.

import type { ReactNode } from "react";

export type Column<T> = { head: string; cell: (row: T) => ReactNode; number?: boolean };

type TableProps<T> = { caption: string; columns: Column<T>[]; rows: readonly T[]; empty?: string; keyOf?: (row: T, index: number) => string | number };

export function Table<T>({ caption, columns, rows, empty = "Nothing yet.", keyOf }: TableProps<T>) {
  if (!rows.length) return <p className="muted">{empty}</p>;
  return (
    <div className="table-box" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={column.number ? "number" : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf ? keyOf(row, index) : index}>
              {columns.map((column) => (
                <td key={column.head} className={column.number ? "number" : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
