// What a saved version would change for the sessions that have an older one: look first, then let them go on, or take it back.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { Badge, Notice, ProblemNotice } from "../../parts/notice";
import { Table } from "../../parts/table";
import { Link } from "../../router";
import { useActing } from "../../state/acting";
import { put, useStored } from "../../state/store";
import { many } from "../../words";

type Shown = Schemas["MigrationShown"];

export function Migration({ kind, id }: { kind: string; id: string }) {
  const key = `migration/${kind}/${id}`;
  const { data } = useStored<Shown>(key);
  const [decisions, setDecisions] = useState<string>();
  const { busy, problem, act } = useActing();
  const [said, setSaid] = useState("");
  const path = { kind, id };

  const tried = (what: () => Promise<string>) => void act(() => what().then(setSaid));

  async function look(dry_run: boolean): Promise<string> {
    const shown = await got(api.POST("/api/v1/content/{kind}/{id}/migration", { params: { path }, body: { dry_run, decisions: decisions ?? "" } }));
    put(key, { data: shown, loading: false });
    return dry_run ? "" : `${many(shown.migrated.length, "session")} went on with this version.`;
  }

  async function back(): Promise<string> {
    const taken = await got(api.DELETE("/api/v1/content/{kind}/{id}/migration", { params: { path } }));
    await look(true);
    const left = taken.left.length ? ` ${many(taken.left.length, "session")} went on since and stay.` : "";
    return `${many(taken.sessions.length, "session")} ${taken.sessions.length === 1 ? "has" : "have"} the version before again.${left}`;
  }

  const able = data?.sessions.filter((each) => each.goes_on).length ?? 0;
  return (
    <>
      <p>Sessions keep the version they began with. See what the saved one would change for them, then decide.</p>
      <div className="row content-row">
        <Button disabled={busy} onClick={() => tried(() => look(true))}>What would this change</Button>
        {able > 0 && (
          <Button kind="primary" disabled={busy} onClick={() => tried(() => look(false))}>
            Let {many(able, "session")} go on with it
          </Button>
        )}
        {data && <Button disabled={busy} onClick={() => tried(back)}>Undo the last migration</Button>}
      </div>
      {problem && <ProblemNotice problem={problem} />}
      {said && <Notice tone="good">{said}</Notice>}
      {data && <Told shown={data} />}
      {data?.sessions.some((each) => each.fate === "needs a decision") && <Decisions text={decisions ?? data.decisions} onChange={setDecisions} />}
    </>
  );
}

function Told({ shown }: { shown: Shown }) {
  return (
    <>
      <p role="status">
        {shown.sessions.length ? `${many(shown.sessions.length, "session")} ${shown.sessions.length === 1 ? "has" : "have"} another version.` : "No session has another version."}{" "}
        {shown.up_to_date > 0 && `${many(shown.up_to_date, "session")} up to date.`}
      </p>
      {shown.changes.length > 0 && (
        <ul>
          {shown.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <Table
        caption="What becomes of each session"
        rows={shown.sessions}
        empty=""
        keyOf={(each) => each.session}
        columns={[
          { head: "Session", cell: (each) => <Link to={`/sessions/${encodeURIComponent(each.session)}`}>{each.session.slice(0, 13)}</Link> },
          { head: "What becomes of it", cell: (each) => <Badge tone={each.goes_on ? "good" : each.fate === "needs a decision" ? "warn" : undefined}>{each.fate}</Badge> },
          { head: "Why", cell: (each) => each.details.join("; ") },
        ]}
      />
    </>
  );
}

function Decisions({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <Field label="Decide what is not certain" hint="Every open question stands in it; write the answers, then look again.">
      {(id, hint) => (
        <textarea id={id} aria-describedby={hint} rows={12} className="content-decisions" spellCheck={false} value={text} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
