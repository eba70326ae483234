// Asks once more before something is removed for good, and says afterwards what was removed.

import { useState } from "react";
import { api, got, type Schemas } from "../../../api/client";
import { Button } from "../../../parts/button";
import { Dialog } from "../../../parts/dialog";
import { Notice, ProblemNotice } from "../../../parts/notice";
import { useActing } from "../../../state/acting";

export type What = Schemas["Forgetting"];

type ForgetDialogProps = { session: string; what: What; onClose: () => void; onForgotten?: () => void };

export function ForgetDialog({ session, what, onClose, onForgotten }: ForgetDialogProps) {
  const [told, setTold] = useState("");
  const { busy, problem, act } = useActing();

  async function forget() {
    const done = await got(api.POST("/api/v1/memoirs/{session}/forget", { params: { path: { session } }, body: what }));
    setTold(done.told);
    onForgotten?.();
  }

  if (told)
    return (
      <Dialog title="It is deleted" onClose={onClose}>
        <Notice tone="good">{told}</Notice>
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </Dialog>
    );
  return (
    <Dialog title={`Delete ${named(what)} for good?`} onClose={onClose}>
      <p>The words, and what was understood from them alone, are erased everywhere. This cannot be undone.</p>
      {problem && <ProblemNotice problem={problem} />}
      <div className="row">
        <Button kind="danger" disabled={busy} onClick={() => void act(forget)}>
          Delete for good
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

function named(what: What): string {
  if (what.topic) return "this topic";
  return what.sitting ? `sitting ${what.sitting}` : "this passage";
}
