// Exact replay: every turn is played again from what was heard, and is the same to the letter, or it is said where not.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Busy } from "../../parts/busy";
import { Button } from "../../parts/button";
import { Check } from "../../parts/check";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Table } from "../../parts/table";
import { useAsked } from "../../state/asked";
import { many } from "../../words";

type AgainShown = Schemas["AgainShown"];

export function PlayAgain({ session, onTurn }: { session: string; onTurn: (turn: number) => void }) {
  const again = useAsked<AgainShown>(`again/${session}`);
  const [recorded, setRecorded] = useState(false);
  const body = { recorded_readings: recorded };
  const start = () => again.ask(() => got(api.POST("/api/v1/sessions/{session}/replay", { params: { path: { session } }, body })));
  return (
    <>
      <p>Nobody is asked: every turn is worked out again from what was said and what the model answered then.</p>
      <Check checked={recorded} onChange={(event) => setRecorded(event.target.checked)}>
        Take what was read in the words from the record, and do not read them again
      </Check>
      <Button kind="primary" disabled={again.busy} onClick={start}>
        Play it again
      </Button>
      {again.busy && <Busy>Playing every turn again</Busy>}
      {again.problem && <ProblemNotice problem={again.problem} />}
      {again.data && !again.busy && <Verdict again={again.data} onTurn={onTurn} />}
    </>
  );
}

function Verdict({ again, onTurn }: { again: AgainShown; onTurn: (turn: number) => void }) {
  const differing = again.turns.filter((turn) => !turn.same || turn.note);
  return (
    <div className="replay-verdict">
      {again.failure && <Notice tone="warn">It cannot be played again: {again.failure}</Notice>}
      {!again.failure && again.same && <Notice tone="good">The same: {many(again.turns.length, "turn")}, to the letter.</Notice>}
      {!again.failure && !again.same && <Notice tone="bad">Not the same. It differs first in turn {again.first}.</Notice>}
      {differing.map((turn) => (
        <section key={turn.turn} aria-label={`Turn ${turn.turn}`}>
          <h3>
            Turn {turn.turn} <Button kind="quiet" onClick={() => onTurn(turn.turn)}>Show it</Button>
          </h3>
          {turn.note && <p className="muted">{turn.note}</p>}
          <Table
            caption={`What differs in turn ${turn.turn}`}
            columns={[
              { head: "Where", cell: (each) => <code>{each.path}</code> },
              { head: "Was", cell: (each) => <code>{each.was || "nothing"}</code> },
              { head: "Is now", cell: (each) => <code>{each.now || "nothing"}</code> },
            ]}
            rows={turn.differences}
            empty="Nothing differs."
          />
        </section>
      ))}
    </div>
  );
}
