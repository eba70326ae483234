// What a new game should be about, and how it should be.

import { type FormEvent, useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Check } from "../../parts/check";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { useActing } from "../../state/acting";
import { useResource } from "../../state/store";
import { MODES, type MechanicType } from "./words";

type Wanted = Schemas["MakeGame"];

const NOTHING: Wanted = { question: "", notes: "", knowledge: null, difficulty: null, minutes: null, scenes: null, mechanics: [], seed: 0 };

export function MakeForm({ onMade }: { onMade: (making: Schemas["Making"]) => void }) {
  const [wanted, setWanted] = useState(NOTHING);
  const { busy, problem, act } = useActing();
  const change = (part: Partial<Wanted>) => setWanted({ ...wanted, ...part });

  async function make() {
    onMade(await got(api.POST("/api/v1/games", { body: wanted })));
    setWanted(NOTHING);
  }

  function send(event: FormEvent) {
    event.preventDefault();
    void act(make);
  }

  return (
    <form onSubmit={send}>
      {problem && <ProblemNotice problem={problem} />}
      <div className="games-form">
        <Field label="A question" hint="Such as: how does blood flow through the heart?">
          {(id, hint) => <input id={id} aria-describedby={hint} maxLength={2000} value={wanted.question} onChange={(event) => change({ question: event.target.value })} />}
        </Field>
        <Field
          label="Your own notes"
          hint="A line each: “term: meaning”, “group: thing, thing”, “1. a step”, “1789: an event”; or a table pasted from a sheet."
        >
          {(id, hint) => (
            <textarea id={id} aria-describedby={hint} rows={5} maxLength={20000} value={wanted.notes} onChange={(event) => change({ notes: event.target.value })} />
          )}
        </Field>
        <TopicField value={wanted.knowledge ?? ""} onChange={(knowledge) => change({ knowledge: knowledge || null })} />
      </div>
      <details className="games-round-list">
        <summary>How it should be</summary>
        <Wishes wanted={wanted} change={change} />
      </details>
      <Button kind="primary" type="submit" disabled={busy || !(wanted.question?.trim() || wanted.notes?.trim() || wanted.knowledge)}>
        Make the game
      </Button>
    </form>
  );
}

function TopicField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const topics = useResource<Schemas["GameTopic"][]>("topics", () => got(api.GET("/api/v1/topics")));
  return (
    <Field label="A topic" hint="What we know enough about to make a game without a model.">
      {(id, hint) => (
        <select id={id} aria-describedby={hint} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Whatever fits the question</option>
          {topics.data?.map((topic) => (
            <option key={topic.id} value={topic.id}>
              {topic.title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Wishes({ wanted, change }: { wanted: Wanted; change: (part: Partial<Wanted>) => void }) {
  return (
    <div className="games-form">
      <Field label="Difficulty">
        {(id) => (
          <select id={id} value={wanted.difficulty ?? ""} onChange={(event) => change({ difficulty: (event.target.value || null) as Wanted["difficulty"] })}>
            <option value="">As it fits</option>
            {(["beginner", "intermediate", "advanced"] as const).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      <NumberField label="Minutes" most={30} value={wanted.minutes} onChange={(minutes) => change({ minutes })} />
      <NumberField label="Scenes" most={6} value={wanted.scenes} onChange={(scenes) => change({ scenes })} />
      <Rounds chosen={wanted.mechanics ?? []} onChange={(mechanics) => change({ mechanics })} />
    </div>
  );
}

function NumberField({ label, most, value, onChange }: { label: string; most: number; value?: number | null; onChange: (value: number | null) => void }) {
  return (
    <Field label={label}>
      {(id) => (
        <input id={id} type="number" min={1} max={most} value={value ?? ""} onChange={(event) => onChange(event.target.value ? Number(event.target.value) : null)} />
      )}
    </Field>
  );
}

function Rounds({ chosen, onChange }: { chosen: readonly MechanicType[]; onChange: (chosen: MechanicType[]) => void }) {
  const toggled = (name: MechanicType) => (chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <fieldset className="group games-wide">
      <legend>Rounds</legend>
      <div className="games-form">
        {(Object.entries(MODES) as [MechanicType, string][]).map(([name, title]) => (
          <Check key={name} checked={chosen.includes(name)} onChange={() => onChange(toggled(name))}>
            {title}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}
