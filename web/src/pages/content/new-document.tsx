import { type FormEvent, useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Dialog } from "../../parts/dialog";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { go } from "../../router";
import { useActing } from "../../state/acting";

type Kind = Schemas["DocumentWanted"]["kind"];

// A document to fill in; of other kinds one makes a copy, and changes that.
export function NewDocument({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>("scenario");
  const [about, setAbout] = useState("");
  const { busy, problem, act } = useActing();
  async function make() {
    const made = await got(api.POST("/api/v1/content", { body: { kind, about } }));
    go(`/content/${kind}/${encodeURIComponent(made.head.id)}`);
  }
  function send(event: FormEvent) {
    event.preventDefault();
    void act(make);
  }
  return (
    <Dialog title="New document" onClose={onClose}>
      {problem && <ProblemNotice problem={problem} />}
      <form onSubmit={send}>
        <Field label="What" hint="Of any other kind, open one that is there and copy it.">
          {(id, hint) => (
            <select id={id} aria-describedby={hint} value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
              <option value="scenario">A scenario</option>
              <option value="study">A study of many interviews</option>
            </select>
          )}
        </Field>
        <Field label="What is it about?" hint="A few words: a bakery must decide whether to recall a batch">
          {(id, hint) => (
            <input id={id} aria-describedby={hint} required maxLength={300} value={about} onChange={(event) => setAbout(event.target.value)} />
          )}
        </Field>
        <div className="row">
          <Button kind="primary" type="submit" disabled={busy}>
            Create
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
