// What else can be done with a document: copy it under another id, or throw one's own away.

import { type FormEvent, useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Confirm } from "../../parts/confirm";
import { Dialog } from "../../parts/dialog";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { go } from "../../router";
import { useActing } from "../../state/acting";
import { forget } from "../../state/store";
import { plain } from "../../words";
import { documentKey } from "./saving";
import { forgetUnsaved } from "./unsaved";

type DialogProps = { document: Schemas["DocumentText"]; onClose: () => void };

export function CopyDialog({ document, onClose }: DialogProps) {
  const { kind, id } = document.head;
  const [name, setName] = useState(`my_${id}`);
  const { busy, problem, act } = useActing();
  async function copy() {
    const made = await got(api.POST("/api/v1/content/{kind}/{id}/copy", { params: { path: { kind, id } }, body: { id: name } }));
    go(`/content/${kind}/${encodeURIComponent(made.head.id)}`);
  }
  function send(event: FormEvent) {
    event.preventDefault();
    void act(copy);
  }
  return (
    <Dialog title={`Copy this ${plain(kind)}`} onClose={onClose}>
      {problem && <ProblemNotice problem={problem} />}
      <form onSubmit={send}>
        <Field label="Id of the copy" hint="Small letters, digits and _, beginning with a letter.">
          {(field, hint) => (
            <input id={field} aria-describedby={hint} required pattern="[a-z][a-z0-9_]*" maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <div className="row">
          <Button kind="primary" type="submit" disabled={busy}>
            Copy
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

export function DeleteDialog({ document, onClose }: DialogProps) {
  const { kind, id, shipped } = document.head;
  async function remove() {
    await got(api.DELETE("/api/v1/content/{kind}/{id}", { params: { path: { kind, id }, header: { "if-match": `"${document.tag}"` } } }));
    forget(documentKey(kind, id));
    forgetUnsaved(kind, id);
    go("/content");
  }
  return (
    <Confirm title="Delete this?" yes="Delete it" onYes={remove} onClose={onClose}>
      <p>
        {shipped ? "The one that comes with Dramaturg is there again then." : "This cannot be undone."} Sessions that were opened with it keep what they
        began with.
      </p>
    </Confirm>
  );
}
