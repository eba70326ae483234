// How sessions ended and how many turns they had: a chart, and a table that says the same.

import { useMemo } from "react";
import type { Schemas } from "../../api/client";
import { Chart } from "../../parts/chart";
import { Panel } from "../../parts/page";
import { Table } from "../../parts/table";
import { plain } from "../../words";

type Row = { name: string; sessions: number[] };

export function Endings({ endings, sides }: { endings: Schemas["EndingCount"][]; sides: number }) {
  const rows = useMemo(() => endings.map(({ name, sessions }) => ({ name: plain(name), sessions })), [endings]);
  return <Counted title="How sessions ended" axis="ending" rows={rows} sides={sides} />;
}

export function Turns({ bins, sides }: { bins: Schemas["TurnsCount"][]; sides: number }) {
  const rows = useMemo(() => bins.map(({ low, high, sessions }) => ({ name: low === high ? `${low}` : `${low}–${high}`, sessions })), [bins]);
  return <Counted title="How many turns they had" axis="turns" rows={rows} sides={sides} />;
}

function Counted({ title, axis, rows, sides }: { title: string; axis: string; rows: Row[]; sides: number }) {
  const names = useMemo(() => (sides === 1 ? ["sessions"] : ["sessions, A", "sessions, B"]), [sides]);
  const x = useMemo(() => ({ name: axis, values: rows.map((_, place) => place), labels: rows.map((row) => row.name) }), [axis, rows]);
  const series = useMemo(() => names.map((name, side) => ({ name, bars: true, values: rows.map((row) => row.sessions[side] ?? 0) })), [names, rows]);
  if (!rows.length) return null;
  return (
    <Panel title={title}>
      <Chart label={`${title}; the table below says the same`} x={x} series={series} />
      <Table
        caption={`${title}, in numbers`}
        columns={[
          { head: axis, cell: (row) => row.name },
          ...names.map((name, side) => ({ head: name, cell: (row: Row) => row.sessions[side] ?? 0, number: true })),
        ]}
        rows={rows}
        keyOf={(row) => row.name}
      />
    </Panel>
  );
}
