// The player: the recorded turns one after the other, with what was said.

import { type KeyboardEvent, useState } from "react";
import type { Schemas } from "../../api/client";
import { Button } from "../../parts/button";

type Turn = Schemas["TurnShown"];
type PlayerProps = { turns: Turn[]; at: number; onTurn: (place: number) => void };

export function Player({ turns, at, onTurn }: PlayerProps) {
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

export function usePlace(turns: Turn[]): [number, (place: number) => void, (turn: number) => void] {
  const [at, setAt] = useState(0);
  return [at, setAt, (turn) => setAt(turns.findIndex((each) => each.turn === turn))];
}
