// Asks once more before something is removed for good, and says afterwards what was removed.

import { useState } from "react";
import { api, got, problemIn, type Problem, type Schemas } from "../../../api/client";
import { Button } from "../../../parts/button";
import { Dialog } from "../../../parts/dialog";
import { Notice, ProblemNotice } from "../../../parts/notice";

export type What = Schemas["Forgetting"];

type ForgetDialogProps = { session: string; what: What; onClose: () => void; onForgotten?: () => void };

export function ForgetDialog({ session, what, onClose, onForgotten }: ForgetDialogProps) {
  const [told, setTold] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  async function forget() {
    setBusy(true);
    try {
      const done = await got(api.POST("/api/v1/memoirs/{session}/forget", { params: { path: { session } }, body: what }));
      setTold(done.told);
      onForgotten?.();
    } catch (error) {
      setProblem(problemIn(error));
    }
    setBusy(false);
  }

  if (told)
    return (
      <Dialog title="It is gone" onClose={onClose}>
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
        <Button kind="danger" disabled={busy} onClick={() => void forget()}>
          Delete for good
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Dialog>
  );
}

function named(what: What): string {
  if (what.topic) return "this topic";
  return what.sitting ? `sitting ${what.sitting}` : "this passage";
}
