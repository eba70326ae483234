// People who may be in danger, until somebody has handled it: the kind, the moment, who looks after them. The words are shown when
// asked for, since others may see this screen.

import { useEffect, useState } from "react";
import { api, got, problemIn, type Schemas } from "../../api/client";
import { engineOf, pathOf } from "../../engines";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { Badge } from "../../parts/notice";
import { Link } from "../../router";
import { put, read, useStored } from "../../state/store";
import { plain, when } from "../../words";
import { FLAGS, type Flag } from "./monitor";

type DutyFlag = Schemas["DutyFlag"];
const KEY = "duty";
const NAME = "duty-name";
const EVERY = 5000;

export function Duty({ notes }: { notes: boolean }) {
  useEffect(() => {
    void look();
    const timer = window.setInterval(() => void look(), EVERY);
    return () => window.clearInterval(timer);
  }, []);
  const [name, setName] = useState(() => localStorage.getItem(NAME) ?? "");
  const open = (useStored<DutyFlag[]>(KEY).data ?? []).filter((flag) => flag.state !== "handled");
  if (open.length === 0) return null;

  function named(name: string) {
    localStorage.setItem(NAME, name);
    setName(name);
  }

  return (
    <section className="duty" aria-labelledby="duty">
      <div className="monitor-head">
        <h2 id="duty">People to look after</h2>
        {notes && (
          <Field label="Your name, for the others on duty">
            {(id) => <input id={id} value={name} maxLength={120} onChange={(event) => named(event.target.value)} />}
          </Field>
        )}
      </div>
      <ul className="monitor-cards">
        {open.map((flag) => (
          <Raised key={`${flag.session} ${flag.turn}`} flag={flag} who={notes ? name.trim() : ""} />
        ))}
      </ul>
    </section>
  );
}

// Whoever has said their name can note what they have done.
function Raised({ flag, who }: { flag: DutyFlag; who: string }) {
  const [open, setOpen] = useState(false);
  const asked = flag.speech === "check";
  const fresh = flag.state === "new";
  const kind = `${asked ? "Perhaps " : ""}${FLAGS[flag.danger as Flag["kind"]]}`;
  return (
    <li className={`monitor-card${fresh && !asked ? " urgent" : ""}`} aria-label={`${kind}, ${when(flag.at)}`}>
      <div className="monitor-what">
        <h3>
          <Link to={`${pathOf({ engine: flag.engine, id: flag.session })}?turn=${flag.turn}`}>{engineOf(flag.engine).name}</Link>
        </h3>
        <p className="small muted">
          {plain(flag.content)} · {when(flag.at)}
        </p>
      </div>
      <div>
        <p>
          <Badge tone={fresh && !asked ? "bad" : "warn"}>{kind}</Badge> {asked ? "Whether they are safe was asked." : "It stopped, and guidance was given."}{" "}
          <strong>{fresh ? "Nobody has seen this yet." : `Seen by ${flag.seen_by}.`}</strong>
        </p>
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide the words" : "Show the words"}
        </Button>
        {open && <blockquote>{flag.words || "They were removed."}</blockquote>}
      </div>
      {who && (
        <div className="row">
          {fresh && <Button onClick={() => void note(flag, "seen", who)}>I have seen it</Button>}
          <Button onClick={() => void note(flag, "handled", who)}>It is handled</Button>
        </div>
      )}
    </li>
  );
}

async function look(): Promise<void> {
  try {
    put(KEY, { data: await got(api.GET("/api/v1/care/flags")), loading: false });
  } catch (error) {
    put(KEY, { data: read<DutyFlag[]>(KEY).data, problem: problemIn(error), loading: false });
  }
}

async function note(flag: DutyFlag, did: "seen" | "handled", who: string): Promise<void> {
  const path = { session: flag.session, turn: flag.turn };
  try {
    await got(api.PUT("/api/v1/care/flags/{session}/{turn}", { params: { path }, body: { did, who } }));
  } catch (error) {
    put(KEY, { data: read<DutyFlag[]>(KEY).data, problem: problemIn(error), loading: false });
    return;
  }
  await look();
}
