// Starting a simulation: everything has a sensible value already, so that one click is enough.

import { type FormEvent, useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Check } from "../../parts/check";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { go } from "../../router";
import { useActing } from "../../state/acting";
import { useResource } from "../../state/store";
import { plain } from "../../words";
import { Against } from "./against";
import { DRAFT, type Draft, KINDS, kindOf, simulationOf } from "./wanted";

const MOST = 5000;

export function StartForm() {
  const [draft, setDraft] = useState<Draft>(DRAFT);
  const { busy, problem, act } = useActing();
  const documents = useResource("content", () => got(api.GET("/api/v1/content"))).data ?? [];
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const fitting = documents.filter((each) => each.kind === kindOf(draft).document);
  async function start() {
    const content = draft.kind === "cohort" ? draft.content || fitting[0]?.id || "" : draft.content;
    const card = await got(api.POST("/api/v1/simulations", { body: simulationOf({ ...draft, content }) }));
    go(`/simulations/${card.id}`);
  }
  function send(event: FormEvent) {
    event.preventDefault();
    void act(start);
  }
  return (
    <form className="simulations-form" onSubmit={send}>
      <div className="simulations-fields">
        <Field label="What is played">
          {(id) => (
            <select id={id} value={draft.kind} onChange={(event) => setDraft({ ...DRAFT, count: draft.count, seed: draft.seed, kind: event.target.value })}>
              {Object.entries(KINDS).map(([kind, { title }]) => (
                <option key={kind} value={kind}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ContentField draft={draft} documents={fitting} onChange={change} />
        <Field label="How many sessions" hint={draft.against || draft.path ? `Once with A, and once more with B.` : "A few dozen take less than a minute."}>
          {(id, hint) => <input id={id} aria-describedby={hint} type="number" min={1} max={MOST} required value={draft.count} onChange={(event) => change({ count: Number(event.target.value) })} />}
        </Field>
      </div>
      <details>
        <summary>Who takes part, and chance</summary>
        <People draft={draft} onChange={change} />
        <Field label="Seed" hint="The same number gives the same people; another, others.">
          {(id, hint) => <input id={id} aria-describedby={hint} type="number" min={0} max={2147483647} value={draft.seed} onChange={(event) => change({ seed: Number(event.target.value) })} />}
        </Field>
      </details>
      <details>
        <summary>Compare with something else (A and B)</summary>
        <Against draft={draft} documents={documents} onChange={change} />
      </details>
      {problem && <ProblemNotice problem={problem} />}
      <Button kind="primary" type="submit" disabled={busy}>
        {busy ? "Starting …" : "Start"}
      </Button>
    </form>
  );
}

type PartProps = { draft: Draft; onChange: (part: Partial<Draft>) => void };

function ContentField({ draft, documents, onChange }: PartProps & { documents: Schemas["DocumentHead"][] }) {
  return (
    <Field label={kindOf(draft).content}>
      {(id) => (
        <select id={id} value={draft.content} onChange={(event) => onChange({ content: event.target.value })}>
          {draft.kind !== "cohort" && <option value="">All, in turn</option>}
          {documents.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title || plain(each.id)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function People({ draft, onChange }: PartProps) {
  const people = useResource("simulated-people", () => got(api.GET("/api/v1/simulated-people"))).data;
  const who = kindOf(draft).people;
  if (!who) return <p className="muted">The cohort says who takes part.</p>;
  const toggle = (name: string) => onChange({ people: draft.people.includes(name) ? draft.people.filter((each) => each !== name) : [...draft.people, name] });
  return (
    <fieldset className="simulations-people">
      <legend>People; all of them, if none is chosen</legend>
      {people?.[who]?.map((name) => (
        <Check key={name} checked={draft.people.includes(name)} onChange={() => toggle(name)}>
          {plain(name)}
        </Check>
      ))}
    </fieldset>
  );
}
