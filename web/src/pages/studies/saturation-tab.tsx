// Whether there are enough interviews: the curve, the figures behind the answer, and the same as tables.

import { useMemo } from "react";
import type { Schemas } from "../../api/client";
import { Chart } from "../../parts/chart";
import { Loaded } from "../../parts/loaded";
import { Badge, Notice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { Stats } from "../../parts/stats";
import { type Column, Table } from "../../parts/table";
import { useSaturation } from "./asking";

type Saturation = Schemas["StudySaturation"];
type Run = Saturation["guest"]["runs"][number];

export function SaturationTab({ study }: { study: string }) {
  return (
    <Loaded of={useSaturation(study)} what="saturation">
      {(found) => (found.interviews.length ? <Found found={found} /> : <p className="muted">No interview is over yet.</p>)}
    </Loaded>
  );
}

const share = (value: number | null) => (value === null ? "–" : `${Math.round(value * 100)} %`);

function Found({ found }: { found: Saturation }) {
  const { guest, orders } = found;
  return (
    <>
      <Panel title="Enough interviews?">
        <Notice tone={found.enough.answer === "yes" ? "good" : "info"}>{found.enough.sentence}</Notice>
        {found.enough.reasons.length > 0 && (
          <ul className="studies-reasons">
            {found.enough.reasons.map((reason) => (
              <li key={reason.text}>
                <Badge tone={reason.holds ? "good" : "warn"}>{reason.holds ? "yes" : "no"}</Badge> {reason.text}
              </li>
            ))}
          </ul>
        )}
        <Stats
          of={[
            ["codes found", Object.keys(found.frequency).length],
            ["at least there are (Chao2)", found.chao2 === null ? "–" : Math.round(found.chao2)],
            ["coverage", share(found.coverage)],
            ["threshold reached after", guest.reached_at ?? "not yet"],
            ["in other orders", share(orders.reached)],
          ]}
        />
        <Curve found={found} />
      </Panel>
      <Panel title="The figures">
        <ByInterview found={found} />
        <Runs found={found} />
        <Frequency found={found} />
      </Panel>
    </>
  );
}

function Curve({ found }: { found: Saturation }) {
  const x = useMemo(() => ({ name: "interview", values: found.new.map((_, index) => index), labels: found.interviews }), [found]);
  const series = useMemo(
    () => [
      { name: "new codes", values: found.new, bars: true },
      { name: "all codes so far", values: found.cumulative },
    ],
    [found],
  );
  return <Chart label="New codes by interview, and all so far; the table below has the figures" x={x} series={series} />;
}

function ByInterview({ found }: { found: Saturation }) {
  const rows = found.interviews.map((name, index) => ({ name, fresh: found.new[index], all: found.cumulative[index] }));
  const columns: Column<(typeof rows)[number]>[] = [
    { head: "Interview", cell: (row) => row.name },
    { head: "New codes", number: true, cell: (row) => row.fresh },
    { head: "All so far", number: true, cell: (row) => row.all },
  ];
  return <Table caption="What each interview brought" columns={columns} rows={rows} keyOf={(row) => row.name} />;
}

function Runs({ found: { guest } }: { found: Saturation }) {
  const columns: Column<Run>[] = [
    { head: "Interviews", cell: (run) => `${run.first} to ${run.last}` },
    { head: "New codes", number: true, cell: (run) => run.new },
    { head: "Of the base’s", number: true, cell: (run) => share(run.share) },
  ];
  const caption = `Runs of ${guest.run} after a base of ${guest.base} interviews with ${guest.base_codes} codes (Guest, Namey and Chen 2020)`;
  return <Table caption={caption} columns={columns} rows={guest.runs} empty={`Runs are told after ${guest.base + guest.run} interviews.`} />;
}

function Frequency({ found }: { found: Saturation }) {
  const columns: Column<[string, number]>[] = [
    { head: "Code", cell: ([name]) => name },
    { head: "Interviews", number: true, cell: ([, count]) => count },
  ];
  return <Table caption="How many interviews have each code" columns={columns} rows={Object.entries(found.frequency)} keyOf={([name]) => name} />;
}
