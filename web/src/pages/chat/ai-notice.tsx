// Whom one talks with, told before the first words; it can be put away, and is always one press away.

import { useState } from "react";
import { Button } from "../../parts/button";

export function AiNotice({ session, notice }: { session: string; notice: string }) {
  const kept = `noticed:${session}`;
  const [open, setOpen] = useState(() => localStorage.getItem(kept) === null);

  function putAway() {
    localStorage.setItem(kept, "yes");
    setOpen(false);
  }

  if (!open) {
    return (
      <Button kind="quiet" className="chat-notice-again" onClick={() => setOpen(true)}>
        Who am I talking with?
      </Button>
    );
  }
  return (
    <section className="chat-notice" aria-label="Whom you talk with">
      <p>{notice}</p>
      <Button onClick={putAway}>I understand</Button>
    </section>
  );
}
