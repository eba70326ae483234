// What a respondent is told before and after an interview, and when there is none.

import { Button } from "../../parts/button";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { useActing } from "../../state/acting";
import { begin, type Guest } from "./guest";
import { Receipt, WithdrawButton } from "./receipt";

export function Accepted({ guest }: { guest: Guest }) {
  const { busy, problem, act } = useActing();
  return (
    <>
      <Receipt guest={guest} />
      <Panel label="Begin">
        <p>{guest.visit?.message}</p>
        {problem && <ProblemNotice problem={problem} />}
        <div className="row">
          <Button kind="primary" disabled={busy} onClick={() => void act(() => begin(guest))}>
            {busy ? "One moment …" : "Begin the interview"}
          </Button>
          <WithdrawButton guest={guest} />
        </div>
      </Panel>
    </>
  );
}

export function Ending({ guest, message = guest.visit?.message }: { guest: Guest; message?: string }) {
  return (
    <>
      <Notice tone="good">{message || "Thank you."}</Notice>
      <Receipt guest={guest} />
      <Panel title="Should you change your mind">
        <p>You can take back everything you said: now with this button, or later with your receipt.</p>
        <WithdrawButton guest={guest} />
      </Panel>
    </>
  );
}

export function TurnedAway({ guest }: { guest: Guest }) {
  return (
    <>
      <Notice>{guest.visit?.message}</Notice>
      <Panel title="What is kept">
        <p>Your answers to the questions are kept under a pseudonym. You can have them deleted.</p>
        <WithdrawButton guest={guest} />
      </Panel>
    </>
  );
}

export function Withdrawn() {
  return <Notice tone="good">You have withdrawn. Everything you have said is deleted. Thank you.</Notice>;
}
