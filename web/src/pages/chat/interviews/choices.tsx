// What one may always do instead of answering: skip, not say, stop.

import { useState } from "react";
import { Button } from "../../../parts/button";
import { Dialog } from "../../../parts/dialog";
import type { Chat } from "../engine-chat";

const SKIP = "I would rather skip this question.";
const NOT_SAY = "I would rather not say.";
const STOP = "I would like to stop the interview here, please.";

export function Choices({ chat }: { chat: Chat }) {
  const [stopping, setStopping] = useState(false);
  return (
    <div className="row interview-choices" role="group" aria-label="Instead of answering">
      <Button disabled={chat.busy} onClick={() => chat.say({ text: SKIP })}>
        Skip this question
      </Button>
      <Button disabled={chat.busy} onClick={() => chat.say({ text: NOT_SAY })}>
        I’d rather not say
      </Button>
      <Button kind="quiet" disabled={chat.busy} onClick={() => setStopping(true)}>
        Stop the interview
      </Button>
      {stopping && <Stopping onClose={() => setStopping(false)} onStop={() => chat.say({ text: STOP })} />}
    </div>
  );
}

function Stopping({ onClose, onStop }: { onClose: () => void; onStop: () => void }) {
  return (
    <Dialog title="Stop the interview?" onClose={onClose}>
      <p>What you have said so far is kept. The interview cannot be taken up again.</p>
      <div className="row">
        <Button
          kind="primary"
          onClick={() => {
            onStop();
            onClose();
          }}
        >
          Stop now
        </Button>
        <Button onClick={onClose}>Go on</Button>
      </div>
    </Dialog>
  );
}
