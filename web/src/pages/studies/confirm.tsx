// A question before something that cannot be taken back.

import type { ReactNode } from "react";
import { Button } from "../../parts/button";
import { Dialog } from "../../parts/dialog";
import { ProblemNotice } from "../../parts/notice";
import { useActing } from "./acting";

type ConfirmProps = { title: string; yes: string; onYes: () => Promise<void>; onClose: () => void; children: ReactNode };

export function Confirm({ title, yes, onYes, onClose, children }: ConfirmProps) {
  const { busy, problem, act } = useActing();
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      {problem && <ProblemNotice problem={problem} />}
      <div className="row">
        <Button kind="danger" disabled={busy} onClick={() => void act(() => onYes().then(onClose))}>
          {yes}
        </Button>
        <Button onClick={onClose}>Leave it as it is</Button>
      </div>
    </Dialog>
  );
}
