// Sessions in a table: each can be opened, played again, taken along or deleted; some can be chosen to be compared.

import type { Schemas } from "../../api/client";
import { engineOf, pathOf } from "../../engines";
import { Button } from "../../parts/button";
import { Badge } from "../../parts/notice";
import { type Column, Table } from "../../parts/table";
import { Link } from "../../router";
import { when } from "../../words";

type Head = Schemas["Head"];
type SessionsTableProps = { heads: Head[]; chosen: ReadonlySet<string>; onChoose: (id: string) => void; onDelete: (head: Head) => void };

export function SessionsTable({ heads, chosen, onChoose, onDelete }: SessionsTableProps) {
  const columns: Column<Head>[] = [
    { head: "Choose", cell: (head) => <Chooser head={head} chosen={chosen.has(head.id)} onChoose={onChoose} /> },
    { head: "Session", cell: (head) => <Named head={head} /> },
    { head: "Kind", cell: (head) => engineOf(head.engine).name },
    { head: "Turns", cell: (head) => head.turns, number: true },
    { head: "Last turn", cell: (head) => <span className="sessions-when">{when(head.updated_at)}</span> },
    { head: "State", cell: (head) => (head.ended ? <Badge>{head.ended}</Badge> : <Badge tone="good">going on</Badge>) },
    { head: "Actions", cell: (head) => <Doing head={head} onDelete={onDelete} /> },
  ];
  return <Table caption="Sessions, newest first" columns={columns} rows={heads} keyOf={(head) => head.id} empty="No session matches." />;
}

function Chooser({ head, chosen, onChoose }: { head: Head; chosen: boolean; onChoose: (id: string) => void }) {
  return <input type="checkbox" aria-label={`Choose ${head.title}, ${when(head.updated_at)}`} checked={chosen} onChange={() => onChoose(head.id)} />;
}

function Named({ head }: { head: Head }) {
  return (
    <>
      <Link to={pathOf(head)} className="sessions-title">
        {head.title}
      </Link>
      <code className="muted small">{head.id.slice(0, 13)}</code>{" "}
      {head.study && (
        <Link to={`/studies/${encodeURIComponent(head.study)}`} className="small">
          of a study
        </Link>
      )}
    </>
  );
}

function Doing({ head, onDelete }: { head: Head; onDelete: (head: Head) => void }) {
  const about = `${head.title}, ${when(head.updated_at)}`;
  return (
    <div className="sessions-doing">
      <Link to={`/sessions/${head.id}/replay`} label={`Replay ${about}`}>
        Replay
      </Link>
      <a href={`/api/v1/sessions/${head.id}/export?as=json`} download aria-label={`Export ${about}`}>
        Export
      </a>
      <Button kind="quiet" aria-label={`Delete ${about}`} onClick={() => onDelete(head)}>
        Delete
      </Button>
    </div>
  );
}
