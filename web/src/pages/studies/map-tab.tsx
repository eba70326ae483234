// The value map: what is concrete below, what it is for above. Drawn, and told as a table.

import { useMemo, useState } from "react";
import { Button } from "../../parts/button";
import { Graph } from "../../parts/graph";
import { Loaded } from "../../parts/loaded";
import { Notice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { type Column, Table } from "../../parts/table";
import { type Counting, type Matrix, useMatrix } from "./asking";
import { CountingFields, CutoffField } from "./counting";
import { type Asked, WordsDialog } from "./words-dialog";

type Edge = Matrix["map"]["edges"][number];
type Dropped = Matrix["map"]["dropped"][number];
type Ask = (asked: Asked) => void;

export function MapTab({ study }: { study: string }) {
  const [counting, setCounting] = useState<Counting>({ count: "respondents", relations: "direct" });
  const [asked, setAsked] = useState<Asked>();
  const matrix = useMatrix(study, counting);
  return (
    <>
      <div className="studies-controls">
        <CountingFields counting={counting} onChange={(next) => setCounting({ ...next, cutoff: undefined })} />
        {matrix.data && matrix.data.cutoffs.length > 0 && (
          <CutoffField matrix={matrix.data} value={counting.cutoff ?? matrix.data.map.k} onChange={(cutoff) => setCounting({ ...counting, cutoff })} />
        )}
      </div>
      <Loaded of={matrix} what="the map">
        {(data) => <ValueMap matrix={data} onAsk={setAsked} />}
      </Loaded>
      {asked && <WordsDialog study={study} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function ValueMap({ matrix, onAsk }: { matrix: Matrix; onAsk: Ask }) {
  const { map } = matrix;
  const names = new Map(matrix.codes.map((code) => [code.id, code.name]));
  if (!map.edges.length) return <Notice>Nothing leads to anything else {map.k} times or more. Try a smaller cut-off.</Notice>;
  return (
    <>
      <Panel title={`Value map at cut-off ${map.k}`}>
        <p className="muted">
          {map.chosen === "given" ? "The cut-off is your choice." : `The cut-off follows the rule “${map.chosen}”.`} Wider arrows are steps that more
          people take; choose a box or an arrow to read what was said.
        </p>
        <Drawn matrix={matrix} onAsk={onAsk} />
      </Panel>
      <Panel title="The same as a table">
        <Steps edges={map.edges} names={names} onAsk={onAsk} />
        {map.dropped.length > 0 && <LeftOut dropped={map.dropped} names={names} />}
      </Panel>
    </>
  );
}

function Drawn({ matrix, onAsk }: { matrix: Matrix; onAsk: Ask }) {
  const { nodes, edges } = useMemo(() => elements(matrix), [matrix]);
  function select(id: string) {
    const [source, target] = id.split(">");
    onAsk({ code: source as string, leadsTo: target });
  }
  return <Graph label="Hierarchical value map; the table below says the same" layout="rising" nodes={nodes} edges={edges} onSelect={select} />;
}

function elements({ map, codes }: Matrix) {
  const drawn = new Set(map.edges.flatMap((edge) => [edge.source, edge.target]));
  const most = Math.max(...map.edges.map((edge) => edge.count), 3);
  return {
    nodes: codes
      .filter((code) => drawn.has(code.id))
      .map((code) => ({ id: code.id, label: `${code.name}\n(${code.respondents})`, kind: code.rung ? `tone-${Math.min(code.rung, 5)}` : "" })),
    edges: map.edges.map((edge) => ({
      id: `${edge.source}>${edge.target}`,
      from: edge.source,
      to: edge.target,
      label: String(edge.count),
      kind: edge.count * 3 > most * 2 ? "widest" : edge.count * 3 > most ? "wide" : "",
    })),
  };
}

function Steps({ edges, names, onAsk }: { edges: readonly Edge[]; names: Map<string, string>; onAsk: Ask }) {
  const columns: Column<Edge>[] = [
    { head: "From", cell: (edge) => names.get(edge.source) },
    { head: "To", cell: (edge) => names.get(edge.target) },
    { head: "Steps", number: true, cell: (edge) => edge.count },
    {
      head: "Words",
      cell: (edge) => (
        <Button kind="quiet" className="studies-inline" onClick={() => onAsk({ code: edge.source, leadsTo: edge.target })}>
          Read<span className="visually-hidden"> what was said of {names.get(edge.source)} leading to {names.get(edge.target)}</span>
        </Button>
      ),
    },
  ];
  return <Table caption="The steps of the map, the strongest first" columns={columns} rows={edges} keyOf={(edge) => `${edge.source}>${edge.target}`} />;
}

function LeftOut({ dropped, names }: { dropped: readonly Dropped[]; names: Map<string, string> }) {
  const columns: Column<Dropped>[] = [
    { head: "From", cell: (edge) => names.get(edge.source) },
    { head: "To", cell: (edge) => names.get(edge.target) },
    { head: "Steps", number: true, cell: (edge) => edge.count },
    { head: "Why", cell: (edge) => (edge.why === "cycle" ? "it would close a circle" : `it goes by way of ${edge.via.map((code) => names.get(code)).join(", ")}`) },
  ];
  return <Table caption="Reached the cut-off and left out" columns={columns} rows={dropped} keyOf={(edge) => `${edge.source}>${edge.target}`} />;
}
