// The live knowledge graph: drawn, with a slider through time, the words behind whatever is picked, and all of it as tables.

import { useMemo, useState } from "react";
import { Graph } from "../../../parts/graph";
import { Loaded } from "../../../parts/loaded";
import { many } from "../../../words";
import type { Chat } from "../engine-chat";
import { drawn, type Knowledge, type View } from "./knowledge";
import { KnowledgeTables } from "./knowledge-tables";
import { Legend } from "./legend";
import { useKnowledge, usePast } from "./loading";
import { TimeSlider } from "./time-slider";
import { WordsBehind } from "./words-behind";

export function GraphPanel({ chat }: { chat: Chat }) {
  const all = useKnowledge(chat);
  return (
    <Loaded of={all} what="the graph">
      {(data) => <KnowledgeGraph session={chat.shown.head.id} all={data} />}
    </Loaded>
  );
}

function KnowledgeGraph({ session, all }: { session: string; all: Knowledge }) {
  const { turn, past, look } = usePast(session);
  const [view, setView] = useState<View>("surface");
  const [picked, setPicked] = useState<string>();
  const now = past ?? all;
  const { nodes, edges } = useMemo(() => drawn(all, now, view), [all, now, view]);
  function switched(to: View) {
    setView(to);
    setPicked(undefined);
  }
  return (
    <div className="interview-graph">
      <ViewSwitch view={view} onSwitch={switched} />
      <p className="small muted" role="status">
        {view === "surface"
          ? `${many(now.concepts.length, "concept")}, ${many(now.links.length, "link")}`
          : `${many(now.slots.length, "slot")}, ${many(now.slot_links.length, "link")}`}
      </p>
      <Graph key={view} label="Knowledge graph; the tables below say the same" layout="fcose" nodes={nodes} edges={edges} selected={picked} onSelect={setPicked} />
      <TimeSlider last={all.last} turn={turn} onLook={look} />
      <Legend now={now} view={view} />
      <WordsBehind id={picked} all={now} />
      <KnowledgeTables now={now} view={view} picked={picked} onPick={setPicked} />
    </div>
  );
}

const VIEWS: [View, string][] = [
  ["surface", "In their words"],
  ["canonical", "Brought together"],
];

function ViewSwitch({ view, onSwitch }: { view: View; onSwitch: (view: View) => void }) {
  return (
    <div className="row interview-views" role="group" aria-label="Which graph">
      {VIEWS.map(([each, name]) => (
        <button key={each} type="button" className="button" aria-pressed={each === view} onClick={() => onSwitch(each)}>
          {name}
        </button>
      ))}
    </div>
  );
}
