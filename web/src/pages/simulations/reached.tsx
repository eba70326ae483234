// What of the content was reached, and what by nobody.

import type { Schemas } from "../../api/client";
import { Panel } from "../../parts/page";
import { Meter } from "../../parts/stats";
import { Table } from "../../parts/table";
import { plain } from "../../words";

const MOST = 12;

export function Reached({ sides }: { sides: Schemas["SideView"][] }) {
  return (
    <Panel title="What was reached">
      {sides.flatMap((side) =>
        side.reached.map((reached) => (
          <Table
            key={`${side.name} ${reached.content}`}
            caption={`${plain(reached.content)}${sides.length > 1 ? `, ${side.name}` : ""}`}
            columns={[
              { head: "kind", cell: (kind) => plain(kind.name) },
              { head: "reached", cell: (kind) => `${kind.reached} of ${kind.things}`, number: true },
              { head: "share", cell: (kind) => <Share kind={kind} /> },
              { head: "reached by nobody", cell: (kind) => <Missed names={kind.missed} /> },
            ]}
            rows={reached.kinds}
            keyOf={(kind) => kind.name}
          />
        )),
      )}
    </Panel>
  );
}

function Share({ kind }: { kind: Schemas["ReachedKind"] }) {
  return (
    <span className="simulations-share">
      <Meter share={kind.reached / kind.things} label={`${plain(kind.name)} reached`} />
    </span>
  );
}

function Missed({ names }: { names: string[] }) {
  if (names.length <= MOST) return names.join(", ");
  return (
    <details>
      <summary>{names.length} of them</summary>
      {names.join(", ")}
    </details>
  );
}
