// A question before something that cannot be taken back. Whoever only presses Enter keeps what there is.

import type { ReactNode } from "react";
import { useActing } from "../state/acting";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { ProblemNotice } from "./notice";

type ConfirmProps = { title: string; yes: string; no?: string; onYes: () => Promise<void>; onClose: () => void; children: ReactNode };

export function Confirm({ title, yes, no = "Cancel", onYes, onClose, children }: ConfirmProps) {
  const { busy, problem, act } = useActing();
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      {problem && <ProblemNotice problem={problem} />}
      <div className="row">
        <Button kind="danger" disabled={busy} onClick={() => void act(() => onYes().then(onClose))}>
          {yes}
        </Button>
        <Button data-first="" onClick={onClose}>
          {no}
        </Button>
      </div>
    </Dialog>
  );
}
