// The interview itself, with nothing of the studio around it, and a way out at any time.

import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../parts/button";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import type { Room } from "../../state/folding";
import { useStored } from "../../state/store";
import { ChatRoom } from "../chat/chat-room";
import { interviews } from "../chat/interviews/chat";
import type { EngineChat } from "../chat/engine-chat";
import { useActing } from "../../state/acting";
import { Ending } from "./ending";
import { begin, type Guest, noteEnd, stop } from "./guest";
import { Receipt, WithdrawButton } from "./receipt";

export function Interview({ guest }: { guest: Guest }) {
  const [paused, setPaused] = useState(false);
  return paused ? <Paused guest={guest} onGoOn={() => setPaused(false)} /> : <Talking guest={guest} onPause={() => setPaused(true)} />;
}

function Talking({ guest, onPause }: { guest: Guest; onPause: () => void }) {
  const latest = useRef(guest);
  latest.current = guest;
  const session = guest.visit?.session as string;
  const over = useStored<Room>(`session:${session}`).data?.shown.head.ended;
  const side = useMemo<EngineChat>(() => ({ ...interviews, panels: [], After: () => <Farewell guest={latest.current} /> }), []);
  return (
    <>
      <ChatRoom session={session} side={side} reduced />
      {!over && (
        <div className="row join-ways" role="group" aria-label="Leave">
          <Button onClick={onPause}>Pause</Button>
          <WithdrawButton guest={guest} />
        </div>
      )}
    </>
  );
}

// The last question was answered: the study is told, and what was said stays to be read.
function Farewell({ guest }: { guest: Guest }) {
  const { problem, act } = useActing();
  const [message, setMessage] = useState("");
  useEffect(() => void act(() => noteEnd(guest).then(setMessage)), []);
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <Ending guest={guest} message={message} />
    </>
  );
}

function Paused({ guest, onGoOn }: { guest: Guest; onGoOn: () => void }) {
  const { busy, problem, act } = useActing();
  return (
    <>
      <Notice tone="good">
        Your interview waits for you. You can close this page and open the same link again on this device, or enter your receipt on another one.
      </Notice>
      <Receipt guest={guest} />
      <Panel label="Ways on">
        {problem && <ProblemNotice problem={problem} />}
        <div className="row">
          <Button kind="primary" disabled={busy} onClick={() => void act(() => begin(guest).then(onGoOn))}>
            Go on
          </Button>
          <Button disabled={busy} onClick={() => void act(() => stop(guest))}>
            End it here, keep what I said
          </Button>
          <WithdrawButton guest={guest} />
        </div>
      </Panel>
    </>
  );
}
