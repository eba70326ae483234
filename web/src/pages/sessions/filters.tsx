// What to look for. Everything chosen shows at once; words are looked for when they are sent.

import { type FormEvent, useEffect, useState } from "react";
import type { Schemas } from "../../api/client";
import { engineNames, engineOf } from "../../engines";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { go } from "../../router";
import { addressOf, type Wanted } from "./wanted";

type FiltersProps = { wanted: Wanted; contents: Schemas["ContentHeld"][] };

export function Filters({ wanted, contents }: FiltersProps) {
  const [words, setWords] = useState(wanted.words);
  useEffect(() => setWords(wanted.words), [wanted.words]);
  const change = (part: Partial<Wanted>) => go(addressOf({ ...wanted, cursor: "", ...part }));
  const fitting = contents.filter((each) => !wanted.engine || each.engine === wanted.engine);
  function look(event: FormEvent) {
    event.preventDefault();
    change({ words: words.trim() });
  }
  return (
    <form className="sessions-filters" role="search" onSubmit={look}>
      <Field label="Words of a title, or an id">{(id) => <input id={id} type="search" value={words} maxLength={200} onChange={(event) => setWords(event.target.value)} />}</Field>
      <Choice label="Kind" chosen={wanted.engine} options={engineNames().map((name) => [name, engineOf(name).name])} onChoose={(engine) => change({ engine, content: "" })} />
      <Choice label="About" chosen={wanted.content} options={fitting.map((each) => [each.id, `${each.title} (${each.sessions})`])} onChoose={(content) => change({ content })} />
      <Choice label="State" chosen={wanted.state} options={[["open", "Going on"], ["ended", "Ended"]]} onChoose={(state) => change({ state })} />
      <Button type="submit">Search</Button>
    </form>
  );
}

type ChoiceProps = { label: string; chosen: string; options: [string, string][]; onChoose: (value: string) => void };

function Choice({ label, chosen, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={chosen} onChange={(event) => onChoose(event.target.value)}>
          <option value="">All</option>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
