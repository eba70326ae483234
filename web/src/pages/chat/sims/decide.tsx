// Making the call: a button, and a dialog in which an option is picked and confirmed.

import { useId, useState } from "react";
import { Button } from "../../../parts/button";
import { Check } from "../../../parts/check";
import { Dialog } from "../../../parts/dialog";
import type { Chat } from "../engine-chat";
import { sceneOf } from "./scene";

const DECISION = "decision"; // the API's name for whom a decision is told to

export function Decide({ chat }: { chat: Chat }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="primary" disabled={chat.busy} onClick={() => setAsking(true)}>
        Make the decision
      </Button>
      {asking && <DecideDialog chat={chat} onClose={() => setAsking(false)} />}
    </>
  );
}

function DecideDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { question, options } = sceneOf(chat).decision;
  const [picked, setPicked] = useState("");
  const name = useId();
  function decide() {
    onClose();
    chat.say({ choice: picked, to: DECISION });
  }
  return (
    <Dialog title={question} onClose={onClose}>
      <fieldset className="sims-decision">
        <legend>This closes the case: nothing more can be said, and you see what came of it.</legend>
        {options.map((option) => (
          <Check key={option.id} type="radio" name={name} value={option.id} checked={picked === option.id} onChange={() => setPicked(option.id)}>
            {option.text}
          </Check>
        ))}
      </fieldset>
      <div className="row">
        <Button kind="primary" disabled={!picked} onClick={decide}>
          Decide
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
