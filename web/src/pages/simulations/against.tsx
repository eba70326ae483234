// What B is: another document in the place of A's, another value, or both. The same people meet A and B.

import type { Schemas } from "../../api/client";
import { Field } from "../../parts/field";
import { plain } from "../../words";
import { type Draft, kindOf } from "./wanted";

type AgainstProps = { draft: Draft; documents: Schemas["DocumentHead"][]; onChange: (part: Partial<Draft>) => void };

export function Against({ draft, documents, onChange }: AgainstProps) {
  const fitting = documents.filter((each) => kindOf(draft).others.includes(each.kind));
  return (
    <>
      <p className="muted">The same people with the same seed play once with A and once with B, so that every figure is compared in pairs.</p>
      <div className="simulations-fields">
        <Field label="B has this in place of A’s">
          {(id) => (
            <select id={id} value={draft.against} onChange={(event) => onChange({ against: event.target.value })}>
              <option value="">The same</option>
              {fitting.map((each) => (
                <option key={`${each.kind}/${each.id}`} value={`${each.kind}/${each.id}`}>
                  {plain(each.kind)}: {each.title || plain(each.id)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="B has another value at this path" hint="Such as backbones.technical.nodes.DEEPEN.max_turns">
          {(id, hint) => <input id={id} aria-describedby={hint} value={draft.path} maxLength={700} spellCheck={false} onChange={(event) => onChange({ path: event.target.value })} />}
        </Field>
        <Field label="The value">{(id) => <input id={id} value={draft.value} maxLength={300} onChange={(event) => onChange({ value: event.target.value })} />}</Field>
      </div>
    </>
  );
}
