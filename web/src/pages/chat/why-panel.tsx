// The why panel: for a turn, what every engine says about it, with the engine's own part in the middle.

import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { useResource } from "../../state/store";
import type { EngineChat } from "./engine-chat";
import { Checked } from "./why/checked";
import { Cost } from "./why/cost";
import { Line, Recorded } from "./why/reasons";
import { Signals } from "./why/signals";
import "./why/why.css";

type WhyPanelProps = { session: string; turn: number; side: EngineChat; last?: number; onTurn?: (turn: number) => void };

export function WhyPanel({ session, turn, side, last = turn, onTurn }: WhyPanelProps) {
  const why = useResource<Schemas["Why"]>(`why:${session}:${turn}`, () =>
    got(api.GET("/api/v1/sessions/{session}/turns/{turn}/why", { params: { path: { session, turn } } })),
  );
  return (
    <div className="why">
      <div className="why-head">
        <h2>{turn === 0 ? "How it began" : `Why turn ${turn} went so`}</h2>
        {onTurn && <TurnButtons turn={turn} last={last} onTurn={onTurn} />}
      </div>
      <Loaded of={why} what="the reasons">
        {({ shown, own }) => (
          <>
            <Line why={shown} />
            <side.Why why={{ shown, own }} />
            <Signals signals={shown.signals} />
            <Checked why={shown} />
            <Cost why={shown} />
            <Recorded why={shown} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function TurnButtons({ turn, last, onTurn }: { turn: number; last: number; onTurn: (turn: number) => void }) {
  return (
    <div className="row">
      <Button kind="quiet" aria-disabled={turn <= 0} onClick={() => turn > 0 && onTurn(turn - 1)}>
        ← Turn before
      </Button>
      <Button kind="quiet" aria-disabled={turn >= last} onClick={() => turn < last && onTurn(turn + 1)}>
        Turn after →
      </Button>
    </div>
  );
}
