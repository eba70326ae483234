// A session one takes part in: the transcript, what the engine adds, the composer, and beside them why it went so.

import { Suspense, useRef, useState } from "react";
import { useChat } from "../../engines";
import { Busy } from "../../parts/busy";
import { Loaded } from "../../parts/loaded";
import { type Tab, Tabs } from "../../parts/tabs";
import { coming, type Room } from "../../state/folding";
import { useRoom } from "../../state/session";
import { AiNotice } from "./ai-notice";
import { Care, openCare } from "./care";
import "./chat.css";
import { Composer } from "./composer";
import { Ending } from "./ending";
import type { Chat, EngineChat } from "./engine-chat";
import { Standing } from "./standing";
import { Transcript } from "./transcript";
import { WhyPanel } from "./why-panel";

type ChatRoomProps = { session: string; side?: EngineChat; reduced?: boolean };

// `reduced` is for respondents: the conversation alone, without the reasons and the graphs.
export function ChatRoom({ session, side, reduced = false }: ChatRoomProps) {
  const { room, say, retry } = useRoom(session);
  return (
    <Loaded of={room} what="the conversation">
      {(data) => (
        <Suspense fallback={<Busy>Loading the conversation</Busy>}>
          <Shown room={data} say={say} retry={retry} given={side} reduced={reduced} />
        </Suspense>
      )}
    </Loaded>
  );
}

type ShownProps = { room: Room; say: Chat["say"]; retry: () => void; given?: EngineChat; reduced: boolean };

function Shown({ room, say, retry, given, reduced }: ShownProps) {
  const own = useChat(room.shown.head.engine);
  const side = given ?? own;
  const [picked, setPicked] = useState(() => turnAsked(room.shown.head.turns));
  const [tab, setTab] = useState("why");
  const chat: Chat = { shown: room.shown, busy: room.waiting !== null || room.link === "gone", say };

  function select(turn: number) {
    setPicked(turn);
    setTab("why");
  }

  const talk = <Talk chat={chat} room={room} side={side} retry={retry} selected={picked} onSelect={reduced ? undefined : select} />;
  const notice = <AiNotice session={room.shown.head.id} notice={room.shown.notice} />;
  if (reduced)
    return (
      <>
        {notice}
        {talk}
      </>
    );
  return (
    <>
      {notice}
      <div className="chat-room">
        {talk}
        <Tabs label="About this conversation" tabs={tabsOf(chat, side, picked, setPicked)} selected={tab} onSelect={setTab} />
      </div>
    </>
  );
}

// A link may lead to one turn.
function turnAsked(turns: number): number | undefined {
  const turn = new URLSearchParams(window.location.search).get("turn");
  return turn && /^\d+$/.test(turn) && Number(turn) < turns ? Number(turn) : undefined;
}

// Why the picked turn went so, or the last one; then the engine's own panels.
function tabsOf(chat: Chat, side: EngineChat, picked: number | undefined, pick: (turn: number) => void): Tab[] {
  const { id, turns } = chat.shown.head;
  const last = turns - 1;
  return [
    { id: "why", title: "Why", show: () => <WhyPanel session={id} turn={picked ?? last} side={side} last={last} onTurn={pick} /> },
    ...side.panels.map(({ id, title, Panel }) => ({ id, title, show: () => <Panel chat={chat} /> })),
  ];
}

type TalkProps = { chat: Chat; room: Room; side: EngineChat; retry: () => void; selected?: number; onSelect?: (turn: number) => void };

function Talk({ chat, room, side, retry, selected, onSelect }: TalkProps) {
  const { Above, Choices, After } = side;
  const { head, lines } = chat.shown;
  const over = head.ended !== "";
  const caredFor = openCare(chat);
  const talked = useRef(false);
  if (!over) talked.current = true;
  const say = (text: string) => chat.say(side.address?.(chat, text) ?? { text });
  const standing = <Standing room={room} onRetry={retry} />;
  return (
    <div className={over ? "chat-talk" : "chat-talk going-on"}>
      {Above && <Above chat={chat} />}
      <Transcript lines={lines} waiting={coming(room)} selected={selected} onSelect={onSelect} />
      {caredFor && <Care chat={chat} care={caredFor} />}
      {!caredFor && !over && Choices && <Choices chat={chat} />}
      {over ? (
        standing
      ) : (
        <Composer session={head.id} hint={side.hint} busy={chat.busy} onSend={say}>
          {standing}
        </Composer>
      )}
      {over && <Ending seen={talked.current}>{After ? <After chat={chat} /> : <p>This conversation is over: {head.ended}.</p>}</Ending>}
    </div>
  );
}
