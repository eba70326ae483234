import { type FormEvent, useState } from "react";
import type { Schemas } from "../../api/client";
import { Field } from "../../parts/field";
import { BeginButton } from "./begin-button";
import { newSession, type Opening } from "./opening";

const NAME = "Your story";
const NAMES = new Intl.DisplayNames("en", { type: "region" });

export function MemoirCard({ catalogue, opening }: { catalogue: Schemas["Catalogue"]; opening: Opening }) {
  const [name, setName] = useState("");
  const [born, setBorn] = useState("");
  const [country, setCountry] = useState("");
  const [language, setLanguage] = useState("");
  function begin(event: FormEvent) {
    event.preventDefault();
    const teller = { name: name.trim(), born: born ? Number(born) : null, country: country || null, sitting_turns: 24 };
    void opening.open(NAME, () => newSession({ engine: "memoir", artifacts: "origins", teller, language: language.trim() || null }));
  }
  return (
    <form className="card home-form" onSubmit={begin} aria-labelledby="home-memoir">
      <h3 id="home-memoir">Tell your story</h3>
      <p>A patient listener asks after your life, and never presses. It becomes a book draft. All of this may stay empty.</p>
      <Field label="Your name">
        {(id) => <input id={id} autoComplete="given-name" maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label="The year you were born">
        {(id) => <input id={id} type="number" min={1880} max={2030} value={born} onChange={(event) => setBorn(event.target.value)} />}
      </Field>
      {catalogue.countries.length > 0 && <Country codes={catalogue.countries} value={country} onChange={setCountry} />}
      <Field label="The language you talk in" hint="Where a language model is set. Empty: the one you write in.">
        {(id, hint) => <input id={id} aria-describedby={hint} maxLength={60} value={language} onChange={(event) => setLanguage(event.target.value)} />}
      </Field>
      <div className="actions">
        <BeginButton does="Begin" name={NAME} opening={opening} />
      </div>
    </form>
  );
}

type CountryProps = { codes: readonly string[]; value: string; onChange: (code: string) => void };

function Country({ codes, value, onChange }: CountryProps) {
  return (
    <Field label="Where you live" hint="So that the right help lines are at hand.">
      {(id, hint) => (
        <select id={id} aria-describedby={hint} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">somewhere else, or not said</option>
          {codes.map((code) => (
            <option key={code} value={code}>
              {NAMES.of(code) ?? code}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
