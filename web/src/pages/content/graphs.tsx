// The conversation that a text makes, as a graph and as a table, while it is written.

import { useMemo, useState } from "react";
import type { Schemas } from "../../api/client";
import { Field } from "../../parts/field";
import { Graph } from "../../parts/graph";
import { Table } from "../../parts/table";

type Shown = Schemas["ControlGraphShown"];

export function Graphs({ graphs }: { graphs: readonly Shown[] }) {
  const [chosen, setChosen] = useState(0);
  const graph = graphs[chosen] ?? graphs[0];
  if (!graph) return <p>The graph is drawn once the text has no fault.</p>;
  return (
    <>
      {graphs.length > 1 && (
        <Field label="Conversation">
          {(id) => (
            <select id={id} value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
              {graphs.map((each, index) => (
                <option key={each.title} value={index}>
                  {each.title}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <OneGraph graph={graph} />
    </>
  );
}

function OneGraph({ graph }: { graph: Shown }) {
  const drawn = useMemo(() => elements(graph), [graph]);
  const titles = new Map(graph.nodes.map((node) => [node.id, node.title]));
  return (
    <>
      <Graph label={`The graph of ${graph.title}; the table after it says the same`} nodes={drawn.nodes} edges={drawn.edges} layout="dagre" />
      <Table
        caption="Every step and its ways on"
        rows={graph.nodes}
        keyOf={(node) => node.id}
        columns={[
          { head: "Step", cell: (node) => node.title },
          { head: "How it is left", cell: (node) => node.left },
          {
            head: "Ways on",
            cell: (node) => (
              <ul className="content-ways">
                {graph.edges
                  .filter((edge) => edge.start === node.id)
                  .map((edge) => (
                    <li key={edge.id}>
                      {titles.get(edge.to)}: {edge.when}
                    </li>
                  ))}
              </ul>
            ),
          },
        ]}
      />
    </>
  );
}

function elements(graph: Shown) {
  return {
    nodes: graph.nodes.map((node) => ({ id: node.id, label: node.title, kind: node.kind === "gate" ? "tone-1" : node.kind === "end" ? "tone-4" : "" })),
    edges: graph.edges.map((edge) => ({ id: edge.id, from: edge.start, to: edge.to, kind: edge.kind === "on" ? "" : "dashed" })),
  };
}
