// The receipt: the one thing a respondent should keep; and the way to take everything back.

import { useState } from "react";
import { Button } from "../../parts/button";
import { Panel } from "../../parts/page";
import { Confirm } from "../../parts/confirm";
import { CopyButton } from "../../parts/copy-button";
import { type Guest, withdraw } from "./guest";

export function Receipt({ guest }: { guest: Guest }) {
  return (
    <Panel title="Your receipt">
      <p className="row">
        <code className="join-receipt">{guest.receipt}</code>
        <CopyButton text={guest.receipt} name="the receipt" />
      </p>
      <p>Write it down. With it you can go on after a break, and take back everything you said, at any time: come to this page and enter it.</p>
    </Panel>
  );
}

export function WithdrawButton({ guest }: { guest: Guest }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Withdraw
      </Button>
      {asked && (
        <Confirm title="Take everything back?" yes="Delete what I said" onYes={() => withdraw(guest)} onClose={() => setAsked(false)}>
          <p>Everything you have said and answered is deleted for good. You do not have to say why.</p>
        </Confirm>
      )}
    </>
  );
}
