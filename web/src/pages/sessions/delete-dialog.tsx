import { useState } from "react";
import { api, got, type Problem, problemIn, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Dialog } from "../../parts/dialog";
import { ProblemNotice } from "../../parts/notice";
import { many } from "../../words";

type DeleteProps = { head: Schemas["Head"]; onDone: () => void; onClose: () => void };

export function DeleteDialog({ head, onDone, onClose }: DeleteProps) {
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  async function remove() {
    setBusy(true);
    try {
      await got(api.DELETE("/api/v1/sessions/{session}", { params: { path: { session: head.id } } }));
      onDone();
    } catch (error) {
      setProblem(problemIn(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title="Delete this session for good?" onClose={onClose}>
      {problem && <ProblemNotice problem={problem} />}
      <p>
        <strong>{head.title}</strong>, {many(head.turns, "turn")}. Everything that was said in it is erased, also on the disk. This cannot be
        undone.
      </p>
      <div className="row">
        <Button kind="danger" disabled={busy} onClick={remove}>
          Delete it
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Dialog>
  );
}
