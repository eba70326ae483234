// All sessions there are: looked for, opened, played again, taken along, deleted; several at once compared with other rules.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Loaded } from "../../parts/loaded";
import { Page } from "../../parts/page";
import { Link, useAddress } from "../../router";
import { useKept, useResource } from "../../state/store";
import { many } from "../../words";
import { DeleteDialog } from "./delete-dialog";
import { Filters } from "./filters";
import { SessionsTable } from "./sessions-table";
import { addressOf, type Wanted, wantedIn } from "./wanted";
import "./sessions.css";

type Head = Schemas["Head"];

export default function SessionsPage() {
  const wanted = wantedIn(useAddress());
  // The list that is there stays until the next is, so that nobody loses their place in the form.
  const page = useKept(useResource(addressOf(wanted), () => listed(wanted)));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<Head>();
  function deleted() {
    setDeleting(undefined);
    void page.reload();
  }
  return (
    <Page title="Sessions" lead="Every conversation and play that was kept: open it, play it again, or see what other rules would have made of it." actions={<Compare chosen={chosen} />}>
      <Loaded of={page} what="the sessions">
        {(data) => (
          <>
            <Filters wanted={wanted} contents={data.contents} />
            <SessionsTable heads={data.sessions} chosen={chosen} onChoose={(id) => setChosen(toggled(chosen, id))} onDelete={setDeleting} />
            <Turning wanted={wanted} next={data.next} />
          </>
        )}
      </Loaded>
      {deleting && <DeleteDialog head={deleting} onDone={deleted} onClose={() => setDeleting(undefined)} />}
    </Page>
  );
}

function Compare({ chosen }: { chosen: ReadonlySet<string> }) {
  const which = chosen.size ? `sessions=${[...chosen].join(",")}` : "all=yes";
  return (
    <Link to={`/what-if?${which}`} className="button">
      {chosen.size ? `What if: ${many(chosen.size, "session")}` : "What if: all sessions"}
    </Link>
  );
}

function Turning({ wanted, next }: { wanted: Wanted; next: string }) {
  return (
    <nav className="row" aria-label="Pages of the list">
      {wanted.cursor && (
        <Link to={addressOf({ ...wanted, cursor: "" })} className="button">
          Newest
        </Link>
      )}
      {next && (
        <Link to={addressOf({ ...wanted, cursor: next })} className="button">
          Older
        </Link>
      )}
    </nav>
  );
}

function listed({ engine, state, ...rest }: Wanted): Promise<Schemas["SessionsPage"]> {
  const query = { ...rest, engine: (engine || undefined) as Head["engine"], state: (state || undefined) as "open" };
  return got(api.GET("/api/v1/sessions", { params: { query } }));
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(chosen);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}
