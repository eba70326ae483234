// Figures by group, with intervals: one of them drawn, all of them in a table; and B held against A, in pairs.

import { useMemo, useState } from "react";
import type { Schemas } from "../../api/client";
import { Chart } from "../../parts/chart";
import { Field } from "../../parts/field";
import { Badge } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { Table } from "../../parts/table";
import { plain } from "../../words";

type Side = Schemas["SideView"];
type Figure = Schemas["FigureMean"];

export function Figures({ sides }: { sides: Side[] }) {
  const groups = sides[0]?.groups ?? [];
  const names = useMemo(() => [...new Set(groups.flatMap((group) => group.figures.map((figure) => figure.name)))], [groups]);
  const [chosen, setChosen] = useState(names[0] ?? "");
  if (!names.length) return null;
  return (
    <Panel title="Figures by group">
      <p className="muted">Means over the sessions of a group. The lines are 95 % intervals; with fewer than five sessions there is no telling.</p>
      <Field label="Figure">
        {(id) => (
          <select id={id} className="simulations-figure" value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {names.map((name) => (
              <option key={name} value={name}>
                {plain(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FigureChart sides={sides} name={chosen} />
      {sides.map((side) => (
        <FigureTable key={side.name} side={side} names={names} caption={sides.length > 1 ? `All figures of ${side.name}` : "All figures"} />
      ))}
    </Panel>
  );
}

function FigureChart({ sides, name }: { sides: Side[]; name: string }) {
  const groups = useMemo(() => sides[0]?.groups.map((group) => group.name) ?? [], [sides]);
  const x = useMemo(() => ({ name: "group", values: groups.map((_, place) => place), labels: groups.map(plain) }), [groups]);
  const series = useMemo(
    () =>
      sides.map((side) => {
        const found = groups.map((group) => figureOf(side, group, name));
        const each = (part: "mean" | "low" | "high") => found.map((figure) => figure?.[part] ?? null);
        return { name: sides.length > 1 ? side.name : plain(name), values: each("mean"), ends: { low: each("low"), high: each("high") } };
      }),
    [sides, groups, name],
  );
  return <Chart label={`${plain(name)} by group; the table below says the same`} x={x} series={series} />;
}

function FigureTable({ side, names, caption }: { side: Side; names: string[]; caption: string }) {
  return (
    <Table
      caption={caption}
      columns={[
        { head: "figure", cell: (name: string) => plain(name) },
        ...side.groups.map((group) => ({ head: `${plain(group.name)} (${group.sessions})`, cell: (name: string) => told(figureOf(side, group.name, name)), number: true })),
      ]}
      rows={names}
      keyOf={(name) => name}
    />
  );
}

function figureOf(side: Side, group: string, name: string): Figure | undefined {
  return side.groups.find((each) => each.name === group)?.figures.find((figure) => figure.name === name);
}

function told(figure: Figure | undefined): string {
  return figure ? `${short(figure.mean)} ${ends(figure)}`.trim() : "";
}

function ends({ low, high }: { low?: number | null; high?: number | null }): string {
  return low == null || high == null ? "" : `[${short(low)}, ${short(high)}]`;
}

function short(value: number): string {
  return Number(value.toPrecision(3)).toString();
}

export function Comparison({ result }: { result: Schemas["SimulationView"] }) {
  const [everybody, ...groups] = [...result.comparison].reverse();
  if (!everybody) return null;
  return (
    <Panel title="B held against A">
      <p>
        B: {result.other}. The same people met both.
        {result.left_out > 0 && ` ${result.left_out} sessions were not played, for they would not have met what is different.`}
      </p>
      <Pairs group={everybody} />
      {groups.length > 0 && (
        <details>
          <summary>By group</summary>
          {groups.reverse().map((group) => (
            <Pairs key={group.name} group={group} />
          ))}
        </details>
      )}
      <p className="muted small">{result.method}</p>
    </Panel>
  );
}

function Pairs({ group }: { group: Schemas["ComparedGroup"] }) {
  return (
    <Table
      caption={`Figures in pairs: ${plain(group.name)}`}
      columns={[
        { head: "figure", cell: (each) => plain(each.figure) },
        { head: "A", cell: (each) => short(each.a), number: true },
        { head: "B", cell: (each) => short(each.b), number: true },
        { head: "B − A", cell: (each) => short(each.mean), number: true },
        { head: "95 % interval", cell: (each) => ends(each), number: true },
        { head: "B higher, lower, equal", cell: (each) => `${each.higher}, ${each.lower}, ${each.equal}`, number: true },
        { head: "so", cell: (each) => (each.told.startsWith("B is") ? <Badge tone="accent">{each.told}</Badge> : each.told) },
      ]}
      rows={group.figures}
      keyOf={(each) => each.figure}
    />
  );
}
