// The conversation that a text makes, as a graph and as tables, while it is written.

import { useState } from "react";
import type { Schemas } from "../../api/client";
import { Field } from "../../parts/field";
import { ControlGraphDrawn } from "../chat/sims/control-graph";

export function Graphs({ graphs }: { graphs: readonly Schemas["ControlGraphShown"][] }) {
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
      <ControlGraphDrawn graph={graph} />
    </>
  );
}
