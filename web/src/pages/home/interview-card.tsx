import { type FormEvent, useState } from "react";
import type { Schemas } from "../../api/client";
import { Field } from "../../parts/field";
import { BeginButton } from "./begin-button";
import { newSession, type Opening } from "./opening";

const NAME = "Your interview";
const OWN = "";

export function InterviewCard({ catalogue, opening }: { catalogue: Schemas["Catalogue"]; opening: Opening }) {
  const [methodology, setMethodology] = useState(first(catalogue.methodologies, "means_end_chain"));
  const [subject, setSubject] = useState(first(catalogue.subjects, "oat_milk"));
  const [words, setWords] = useState("");
  const way = catalogue.methodologies.find((each) => each.id === methodology);
  function begin(event: FormEvent) {
    event.preventDefault();
    void opening.open(NAME, () => newSession({ engine: "interviews", methodology, about: subject || words.trim() }));
  }
  return (
    <form className="card home-form" onSubmit={begin} aria-labelledby="home-interview">
      <h3 id="home-interview">Be interviewed</h3>
      <p>Answer in your own words; the questions follow what you say.</p>
      <Field label="What about">
        {(id) => (
          <select id={id} value={subject} onChange={(event) => setSubject(event.target.value)}>
            {catalogue.subjects.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
            <option value={OWN}>something of my own …</option>
          </select>
        )}
      </Field>
      {subject === OWN && (
        <Field label="In your words" hint="As it stands in a sentence: my allotment garden">
          {(id, hint) => (
            <input id={id} aria-describedby={hint} required maxLength={200} value={words} onChange={(event) => setWords(event.target.value)} />
          )}
        </Field>
      )}
      <Field label="How" hint={way?.about}>
        {(id, hint) => (
          <select id={id} aria-describedby={hint} value={methodology} onChange={(event) => setMethodology(event.target.value)}>
            {catalogue.methodologies.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="actions">
        <BeginButton does="Begin" name={NAME} opening={opening} />
      </div>
    </form>
  );
}

function first(offers: readonly Schemas["CatalogueOffer"][], favourite: string): string {
  return (offers.find((each) => each.id === favourite) ?? offers[0])?.id ?? "";
}
