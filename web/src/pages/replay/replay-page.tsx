// A session looked at again: turn by turn with the reasons, played again exactly, and decided anew with something otherwise.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { engineOf, pathOf, useChat } from "../../engines";
import { Loaded } from "../../parts/loaded";
import { Page, Panel } from "../../parts/page";
import { Tabs } from "../../parts/tabs";
import { Link, type Params } from "../../router";
import { useResource } from "../../state/store";
import { many, when } from "../../words";
import { WhyPanel } from "../chat/why-panel";
import { PlayAgain } from "./play-again";
import { Player, usePlace } from "./player";
import { WhatIf } from "./what-if";
import "./replay.css";

type Replayed = { head: Schemas["Head"]; turns: Schemas["TurnShown"][] };

export default function ReplayPage({ params }: { params: Params }) {
  const session = params.id as string;
  const found = useResource(`replay/${session}`, () => replayed(session));
  const head = found.data?.head;
  return (
    <Page
      title={head ? `Replay: ${head.title}` : "Replay"}
      lead={head && `${engineOf(head.engine).name}, ${many(head.turns, "turn")}, ${when(head.updated_at)}`}
      actions={head && <Link to={pathOf(head)} className="button">Open it</Link>}
    >
      <Loaded of={found} what="the session">
        {(data) => <Replay session={session} replayed={data} />}
      </Loaded>
    </Page>
  );
}

function Replay({ session, replayed: { head, turns } }: { session: string; replayed: Replayed }) {
  const [at, setAt, goTo] = usePlace(turns);
  const [tab, setTab] = useState("why");
  const turn = turns[at]?.turn ?? 0;
  return (
    <div className="split">
      <Panel label="The turns">
        <Player turns={turns} at={at} onTurn={setAt} />
      </Panel>
      <Panel label="Why, again, and otherwise">
        <Tabs
          label="What to do with the session"
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: "why", title: "Why", show: () => <Why session={session} turn={turn} engine={head.engine} /> },
            { id: "again", title: "Play it again", show: () => <PlayAgain session={session} onTurn={goTo} /> },
            { id: "what-if", title: "What if", show: () => <WhatIf session={session} onTurn={goTo} /> },
          ]}
        />
      </Panel>
    </div>
  );
}

async function replayed(session: string): Promise<Replayed> {
  const path = { session };
  const [{ head }, turns] = await Promise.all([
    got(api.GET("/api/v1/sessions/{session}", { params: { path } })),
    got(api.GET("/api/v1/sessions/{session}/turns", { params: { path } })),
  ]);
  return { head, turns };
}

function Why({ session, turn, engine }: { session: string; turn: number; engine: string }) {
  return <WhyPanel session={session} turn={turn} side={useChat(engine)} />;
}
