// Words of a transcript, given another code: what was said stays, what it stands for is the analyst's to say.

import { useState } from "react";
import type { Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { useActing } from "../../state/acting";
import { recode, type Study } from "./asking";
import type { CodeShown } from "./codes-tab";

export type Recoding = { codes: readonly CodeShown[]; kinds: Study["kinds"] };
type RecodeWordsProps = { study: string; words: Schemas["WordsShown"]; recoding: Recoding };

const NEW = "";

export function RecodeWords({ study, words, recoding }: RecodeWordsProps) {
  const { busy, problem, act } = useActing();
  const [text, setText] = useState(words.text);
  const [code, setCode] = useState(NEW);
  const [name, setName] = useState("");
  const [kind, setKind] = useState(Object.keys(recoding.kinds)[0] ?? "");
  const target = code === NEW ? { code: name.trim(), kind } : { code, kind: "" };
  const send = () => recode(study, { respondent: words.respondent, turn: words.turn, text, ...target });
  return (
    <details className="studies-recode">
      <summary>Code these words otherwise</summary>
      {problem && <ProblemNotice problem={problem} />}
      <Field label="The words, as they stand there">{(id) => <textarea id={id} rows={2} value={text} onChange={(event) => setText(event.target.value)} />}</Field>
      <Field label="Their code">
        {(id) => (
          <select id={id} value={code} onChange={(event) => setCode(event.target.value)}>
            <option value={NEW}>a new one</option>
            {recoding.codes.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {code === NEW && (
        <>
          <Field label="Its name">{(id) => <input id={id} value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />}</Field>
          <Field label="Its kind">
            {(id) => (
              <select id={id} value={kind} onChange={(event) => setKind(event.target.value)}>
                {Object.entries(recoding.kinds).map(([type, title]) => (
                  <option key={type} value={type}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
      <Button disabled={busy || !text.trim() || !target.code} onClick={() => void act(send)}>
        Code them so
      </Button>
    </details>
  );
}
