// The monitor: what runs now, whoever needs somebody first, without a word of what was said.

import { useState } from "react";
import { Loaded } from "../../parts/loaded";
import { Page } from "../../parts/page";
import { useRole } from "../../state/access";
import { many } from "../../words";
import { Duty } from "./duty";
import { SessionCard } from "./session-card";
import { Filters } from "./filters";
import { useMonitor } from "./use-monitor";
import { shown, unseen, type Monitor, type Wanted } from "./monitor";
import "./monitor.css";

export default function MonitorPage() {
  const { monitor, said } = useMonitor();
  const role = useRole();
  return (
    <Page title="Monitor" lead="Running sessions, the most urgent first. What was said is shown only when you ask for it.">
      <p className="visually-hidden" role="status" aria-label="What is new">
        {said}
      </p>
      <Duty notes={role === "author"} />
      <Loaded of={monitor} what="the running sessions">
        {(data) => <MonitorShown monitor={data} />}
      </Loaded>
    </Page>
  );
}

function MonitorShown({ monitor }: { monitor: Monitor }) {
  const role = useRole();
  const [wanted, setWanted] = useState<Wanted>({ engine: "", flag: "" });
  const all = Object.values(monitor.cards);
  const flagged = all.filter((card) => unseen(card).length > 0).length;
  const cards = shown(monitor, wanted);
  return (
    <>
      <div className="monitor-head">
        <p className="monitor-count">
          {many(all.length, "session")} running, {flagged ? `${flagged} flagged` : "none flagged"}
        </p>
        <Filters wanted={wanted} onWanted={setWanted} />
      </div>
      {cards.length ? (
        <ul className="monitor-cards" aria-label="Running sessions">
          {cards.map((card) => (
            <SessionCard key={card.id} card={card} now={monitor.at} acknowledges={role === "author"} />
          ))}
        </ul>
      ) : (
        <p className="muted">{all.length ? "No session matches." : "Nothing is running."}</p>
      )}
    </>
  );
}
