// The player: the recorded turns one after the other, with what was said, what was decided, and why.

import { type KeyboardEvent, useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { useResource } from "../../state/store";

type Turn = Schemas["TurnShown"];

export function Player({ session, turns, at, onTurn }: { session: string; turns: Turn[]; at: number; onTurn: (place: number) => void }) {
  const last = turns.length - 1;
  const place = Math.min(Math.max(at, 0), last);
  const turn = turns[place];
  const steps: Record<string, number> = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last };
  const step = (to: number) => onTurn(Math.min(Math.max(to, 0), last));
  function move(event: KeyboardEvent) {
    const to = steps[event.key];
    if (to === undefined || (event.target as HTMLElement).matches("input")) return;
    event.preventDefault();
    step(to);
  }
  if (!turn) return <p className="muted">Nothing was said in this session yet.</p>;
  return (
    <section aria-label="The session, turn by turn" onKeyDown={move}>
      <div className="replay-controls row">
        {/* Not `disabled`: whoever comes to the end with the keyboard must not lose their place. */}
        <Button aria-label="First turn" aria-disabled={place === 0} onClick={() => step(0)}>«</Button>
        <Button aria-label="Turn before" aria-disabled={place === 0} onClick={() => step(place - 1)}>‹</Button>
        <Button aria-label="Next turn" aria-disabled={place === last} onClick={() => step(place + 1)}>›</Button>
        <Button aria-label="Last turn" aria-disabled={place === last} onClick={() => step(last)}>»</Button>
        <input type="range" aria-label="Turn" min={0} max={last} value={place} aria-valuetext={`Turn ${turn.turn}`} onChange={(event) => onTurn(Number(event.target.value))} />
      </div>
      <h2 aria-live="polite">
        Turn {turn.turn} of {turns[last]?.turn}
      </h2>
      <Said turn={turn} />
      <Reasons session={session} turn={turn.turn} />
      <p className="muted small">With the arrow keys you go from turn to turn; Home and End lead to the first and the last.</p>
    </section>
  );
}

function Said({ turn }: { turn: Turn }) {
  if (!turn.lines.length) return <p className="muted">Nothing was said in this turn.</p>;
  return (
    <dl className="replay-said">
      {turn.lines.map((line, index) => (
        <div key={index} className={line.by}>
          <dt>{line.name || (line.by === "person" ? "The person" : "The program")}</dt>
          <dd>{line.removed ? "(removed)" : line.text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reasons({ session, turn }: { session: string; turn: number }) {
  const why = useResource(`why/${session}/${turn}`, () => got(api.GET("/api/v1/sessions/{session}/turns/{turn}/why", { params: { path: { session, turn } } })));
  return (
    <Loaded of={why} what="the reasons">
      {({ shown }) => (
        <dl className="replay-why">
          <Told name="Decided because" words={shown.reason || "It is the opening: nothing was decided yet."} />
          <Told name="It led to" words={shown.outcome} />
          <Told name="It could also have been" words={shown.alternatives?.join("; ")} />
          <Told name="The check replaced" words={shown.replaced?.map((each) => each.detail || each.rule).join("; ")} />
        </dl>
      )}
    </Loaded>
  );
}

function Told({ name, words }: { name: string; words?: string }) {
  if (!words) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{words}</dd>
    </div>
  );
}

export function usePlace(turns: Turn[]): [number, (place: number) => void, (turn: number) => void] {
  const [at, setAt] = useState(0);
  return [at, setAt, (turn) => setAt(turns.findIndex((each) => each.turn === turn))];
}
