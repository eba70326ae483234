// Groups of respondents, by an answer to the screener: who spoke of what, and who said that it leads where.

import { useState } from "react";
import type { Schemas } from "../../api/client";
import { Field } from "../../parts/field";
import { Loaded } from "../../parts/loaded";
import { Panel } from "../../parts/page";
import { type Column, Table } from "../../parts/table";
import { plain } from "../../words";
import { type Study, useGroups } from "./asking";

type Comparison = Schemas["Comparison"];
type Row = Comparison["codes"][number];

const MOST = 30;

export function GroupsTab({ study }: { study: Study }) {
  const [by, setBy] = useState(study.questions[0] ?? "");
  if (!by) return <p className="muted">The screener of this study asks nothing that makes groups.</p>;
  return (
    <Panel title="Compare groups">
      <Field label="By the answer to">
        {(id) => (
          <select id={id} value={by} onChange={(event) => setBy(event.target.value)}>
            {study.questions.map((each) => (
              <option key={each} value={each}>
                {plain(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Compared key={by} study={study.head.id} by={by} />
    </Panel>
  );
}

function Compared({ study, by }: { study: string; by: string }) {
  return (
    <Loaded of={useGroups(study, by)} what="the groups">
      {(found) => (
        <>
          <p className="small muted">How many of each group. Small groups differ by chance: read these as questions, with the words behind them.</p>
          <Table caption="Codes, those first that tell the groups apart most" columns={columnsOf(found, "Code")} rows={found.codes.slice(0, MOST)} keyOf={(row) => row.code} />
          <Table caption="What leads to what" columns={columnsOf(found, "Step")} rows={found.steps.slice(0, MOST)} keyOf={(row) => `${row.code} ${row.leads_to}`} />
        </>
      )}
    </Loaded>
  );
}

function columnsOf(found: Comparison, head: string): Column<Row>[] {
  return [
    { head, cell: (row) => (row.leads_to ? `${row.name} → ${row.leads_to}` : row.name) },
    ...found.groups.map((group, at): Column<Row> => ({ head: `${group.name} (of ${group.respondents.length})`, number: true, cell: (row) => row.counts[at] })),
  ];
}
