// The door: that a machine asks, what one agrees to, and the way back in for those who have been here.

import { useState } from "react";
import { Button } from "../../parts/button";
import { Check } from "../../parts/check";
import { Field } from "../../parts/field";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { many } from "../../words";
import { useActing } from "../../state/acting";
import { agree, goOn, type Guest } from "./guest";

export function Consent({ guest }: { guest: Guest }) {
  const { door } = guest;
  return (
    <>
      {door.open ? <Agreeing guest={guest} /> : <Notice tone="warn">{door.message}</Notice>}
      <ComingBack guest={guest} />
    </>
  );
}

function Agreeing({ guest }: { guest: Guest }) {
  const { door } = guest;
  const { busy, problem, act } = useActing();
  const [agreed, setAgreed] = useState(false);
  return (
    <>
      <Notice>
        {door.notice} It takes about {many(door.minutes, "minute")}, at most {many(door.turns, "answer")}. You may leave out anything, and stop at any
        time.
      </Notice>
      <Panel title="What you agree to">
        <p className="join-consent">{door.consent}</p>
        <p className="small muted">
          Version {door.consent_version}, {door.consent_hash.slice(0, 12)}
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void act(() => agree(guest));
          }}
        >
          <Check required checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
            I have read this, and I agree to take part.
          </Check>
          {problem && <ProblemNotice problem={problem} />}
          <Button kind="primary" type="submit" disabled={busy}>
            Take part
          </Button>
        </form>
        <p className="small muted join-below">If you do not agree, simply close this page. Nothing is kept.</p>
      </Panel>
    </>
  );
}

function ComingBack({ guest }: { guest: Guest }) {
  const { busy, problem, act } = useActing();
  const [receipt, setReceipt] = useState("");
  return (
    <details className="join-back">
      <summary>I have been here before and have a receipt</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act(() => goOn(guest, receipt));
        }}
      >
        <Field label="Your receipt" hint="With it you can go on, or take back what you said.">
          {(id, hint) => <input id={id} aria-describedby={hint} required maxLength={100} autoComplete="off" value={receipt} onChange={(event) => setReceipt(event.target.value)} />}
        </Field>
        {problem && <ProblemNotice problem={problem} />}
        <Button type="submit" disabled={busy}>
          Go on
        </Button>
      </form>
    </details>
  );
}
