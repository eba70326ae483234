// One code, changed: another name, part of another, or split in two.

import { useState } from "react";
import { Button } from "../../parts/button";
import { Check } from "../../parts/check";
import { Dialog } from "../../parts/dialog";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { useActing } from "../../state/acting";
import { type Decision, decide, writeMemo } from "./asking";
import type { CodeShown } from "./codes-tab";

type CodeDialogProps = { study: string; code: CodeShown; others: readonly CodeShown[]; onClose: () => void };
type PartProps = { code: CodeShown; busy: boolean; onDecide: (decision: Decision) => void };

const JOINS: Record<CodeShown["ideas"][number]["join"], string> = {
  exact: "the same name",
  lemma: "the same words",
  meaning: "meaning",
  new: "the first of its kind",
  analyst: "your decision",
  imported: "an imported book",
};

export function CodeDialog({ study, code, others, onClose }: CodeDialogProps) {
  const { busy, problem, act } = useActing();
  const onDecide = (decision: Decision) => void act(() => decide(study, decision).then(onClose));
  return (
    <Dialog title={code.name} onClose={onClose}>
      {problem && <ProblemNotice problem={problem} />}
      <Renaming code={code} busy={busy} onDecide={onDecide} />
      <Merging code={code} busy={busy} onDecide={onDecide} others={others.filter((each) => each.id !== code.id)} />
      <Splitting code={code} busy={busy} onDecide={onDecide} />
      <Memo code={code} busy={busy} onWrite={(text) => void act(() => writeMemo(study, { code: code.id, text }).then(onClose))} />
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}

function Renaming({ code, busy, onDecide }: PartProps) {
  const [name, setName] = useState(code.name);
  return (
    <div className="studies-part">
      <Field label="Its name">{(id) => <input id={id} value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />}</Field>
      <Button disabled={busy || !name.trim() || name === code.name} onClick={() => onDecide({ kind: "rename", code: code.id, name })}>
        Rename
      </Button>
    </div>
  );
}

function Merging({ code, others, busy, onDecide }: PartProps & { others: readonly CodeShown[] }) {
  const [into, setInto] = useState("");
  return (
    <div className="studies-part">
      <Field label="Make it part of">
        {(id) => (
          <select id={id} value={into} onChange={(event) => setInto(event.target.value)}>
            <option value="">choose a code</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button disabled={busy || !into} onClick={() => onDecide({ kind: "merge", into, other: code.id })}>
        Merge
      </Button>
    </div>
  );
}

function Memo({ code, busy, onWrite }: { code: CodeShown; busy: boolean; onWrite: (text: string) => void }) {
  const [text, setText] = useState(code.memo);
  return (
    <div className="studies-part">
      <Field label="Your memo on it">
        {(id) => <textarea id={id} rows={3} value={text} maxLength={5000} onChange={(event) => setText(event.target.value)} />}
      </Field>
      <Button disabled={busy || text === code.memo} onClick={() => onWrite(text)}>
        Keep the memo
      </Button>
    </div>
  );
}

function Splitting({ code, busy, onDecide }: PartProps) {
  const [leaving, setLeaving] = useState<string[]>([]);
  const toggle = (ref: string) => setLeaving(leaving.includes(ref) ? leaving.filter((each) => each !== ref) : [...leaving, ref]);
  return (
    <fieldset className="group">
      <legend>What is in it</legend>
      {code.ideas.map((idea) => (
        <Check key={idea.ref} checked={leaving.includes(idea.ref)} onChange={() => toggle(idea.ref)}>
          {idea.label} <span className="small muted">{idea.ref}, by {JOINS[idea.join]}</span>
        </Check>
      ))}
      <Button
        disabled={busy || !leaving.length || leaving.length === code.ideas.length}
        onClick={() => onDecide({ kind: "split", code: code.id, ideas: leaving })}
      >
        Split off what is ticked
      </Button>
    </fieldset>
  );
}
