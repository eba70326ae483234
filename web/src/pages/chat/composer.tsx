// Where one types: Enter sends, Shift and Enter begins a new line. What is typed survives a reload.

import { type KeyboardEvent, type ReactNode, useId } from "react";
import { Button } from "../../parts/button";
import { keepDraft, useDraft } from "../../state/outbox";

const LONGEST = 20_000; // characters that a turn may have
const NEAR = 500;

// What stands beside the button says how things stand.
type ComposerProps = { session: string; hint: string; busy: boolean; onSend: (text: string) => void; children: ReactNode };

export function Composer({ session, hint, busy, onSend, children }: ComposerProps) {
  const id = useId();
  const text = useDraft(session);
  const ready = !busy && text.trim() !== "" && text.length <= LONGEST;

  function send() {
    if (!ready) return;
    keepDraft(session, "");
    onSend(text);
  }

  function keyed(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <div className="chat-composer">
      <div className="chat-ask">
        <label htmlFor={id}>{hint}</label>
        <p id={`${id}-keys`} className="small muted">
          {room(text.length)}
        </p>
      </div>
      <textarea id={id} rows={2} value={text} aria-describedby={`${id}-keys`} onChange={(event) => keepDraft(session, event.target.value)} onKeyDown={keyed} />
      <div className="chat-send">
        {children}
        <Button kind="primary" disabled={!ready} onClick={send}>
          Send
        </Button>
      </div>
    </div>
  );
}

// How much can still be typed, once it matters.
function room(length: number): string {
  if (length > LONGEST) return `${length - LONGEST} characters too many: say it in two turns.`;
  if (length > LONGEST - NEAR) return `${LONGEST - length} characters left.`;
  return "Enter sends, Shift and Enter begins a new line.";
}
