// Choosing what is to be otherwise: another version of a document, and other values, with help for the paths there are.

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { useResource, useTyped } from "../../state/store";
import { asked, documentKey, NOTHING_OTHER, type Otherwise, OWN_TEXT } from "./otherwise";

type FormProps = { session?: string; busy: boolean; button: string; onAsk: (wanted: Schemas["Otherwise"]) => void; children?: ReactNode };

// `session` is one of those that are meant: what can be otherwise is what it is made of.
export function OtherwiseForm({ session, busy, button, onAsk, children }: FormProps) {
  const [other, setOther] = useState<Otherwise>(NOTHING_OTHER);
  const [missing, setMissing] = useState(false);
  function send(event: FormEvent) {
    event.preventDefault();
    const wanted = asked(other);
    setMissing(wanted === null);
    if (wanted) onAsk(wanted);
  }
  return (
    <form className="replay-otherwise" onSubmit={send}>
      {children}
      <Documents session={session} other={other} onChange={setOther} />
      <Values session={session} other={other} onChange={setOther} />
      {missing && <p role="alert">Choose another version, or give a value its path.</p>}
      <Button kind="primary" type="submit" disabled={busy}>
        {button}
      </Button>
    </form>
  );
}

type PartProps = { session?: string; other: Otherwise; onChange: (other: Otherwise) => void };

async function canBe(session: string | undefined, words: string): Promise<Schemas["CanBe"] | null> {
  if (!session) return null;
  return got(api.GET("/api/v1/sessions/{session}/other-values", { params: { path: { session }, query: { words } } }));
}

function Documents({ session, other, onChange }: PartProps) {
  const found = useResource(`documents-of:${session}`, () => canBe(session, "")).data?.documents ?? [];
  return (
    <>
      <Field label="Another version" hint={found.some((each) => each.other) ? "What your content says now is not what it was held with." : "What your content says now is what it was held with."}>
        {(id, hint) => (
          <select id={id} aria-describedby={hint} value={other.document} onChange={(event) => onChange({ ...other, document: event.target.value })}>
            <option value="">As it was</option>
            {found.map((each) => (
              <option key={documentKey(each)} value={documentKey(each)}>
                {each.kind} {each.id} {each.version} {each.other ? "(changed since)" : "(the same)"}
              </option>
            ))}
            <option value={OWN_TEXT}>A document that I paste here</option>
          </select>
        )}
      </Field>
      {other.document === OWN_TEXT && (
        <Field label="The document" hint="All of it, in YAML, with its kind and id at the top.">
          {(id, hint) => <textarea id={id} aria-describedby={hint} rows={8} spellCheck={false} className="replay-text" maxLength={500_000} value={other.text} onChange={(event) => onChange({ ...other, text: event.target.value })} />}
        </Field>
      )}
    </>
  );
}

function Values({ session, other, onChange }: PartProps) {
  const list = useId();
  const [words, setWords] = useState("");
  const found = useTyped(`paths-of:${session}`, words, () => canBe(session, words.replaceAll(".", " ").trim())).data;
  const change = (place: number, part: Partial<Otherwise["settings"][number]>) =>
    onChange({ ...other, settings: other.settings.map((each, at) => (at === place ? { ...each, ...part } : each)) });
  return (
    <fieldset className="group">
      <legend>Other values</legend>
      <datalist id={list}>
        {found?.values.map((each) => (
          <option key={each.path} value={each.path} label={each.value} />
        ))}
      </datalist>
      {other.settings.map((each, place) => (
        <div className="replay-value" key={place}>
          <Field label="Path" hint={told(found, each.path)}>
            {(id, hint) => (
              <input id={id} aria-describedby={hint} list={list} value={each.path} maxLength={700} spellCheck={false} autoComplete="off"
                onChange={(event) => { change(place, { path: event.target.value }); setWords(event.target.value); }} />
            )}
          </Field>
          <Field label="Value">{(id) => <input id={id} value={each.value} maxLength={300} onChange={(event) => change(place, { value: event.target.value })} />}</Field>
        </div>
      ))}
      <Button kind="quiet" onClick={() => onChange({ ...other, settings: [...other.settings, { path: "", value: "" }] })}>
        One more value
      </Button>
    </fieldset>
  );
}

function told(found: Schemas["CanBe"] | null | undefined, path: string): string {
  const exact = found?.values.find((each) => each.path === path.trim());
  if (exact) return `It is ${exact.value} now.`;
  if (!found) return "Such as backbones.technical.nodes.DEEPEN.max_turns";
  const fitting = found.values.length + found.more;
  return fitting ? `Type a few words of it: ${fitting} paths fit.` : "No path fits.";
}
