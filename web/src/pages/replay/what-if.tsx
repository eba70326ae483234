// What if: a session decided anew with something otherwise, turn by turn, both decisions and their reasons side by side.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Busy } from "../../parts/busy";
import { Button } from "../../parts/button";
import { Check } from "../../parts/check";
import { Badge, Notice, ProblemNotice } from "../../parts/notice";
import { Stats } from "../../parts/stats";
import { useAsked } from "../../state/asked";
import { plain } from "../../words";
import { OtherwiseForm } from "./otherwise-form";

type Found = Schemas["WhatIfShown"];
type Turn = Schemas["TurnDecided"];

export function WhatIf({ session, onTurn }: { session: string; onTurn: (turn: number) => void }) {
  const found = useAsked<Found>(`what-if/${session}`);
  const decide = (body: Schemas["Otherwise"]) => found.ask(() => got(api.POST("/api/v1/sessions/{session}/what-if", { params: { path: { session } }, body })));
  return (
    <>
      <p>Every turn is decided anew from what had really been said by then. Nobody is asked, and the session stays as it is.</p>
      <OtherwiseForm session={session} busy={found.busy} button="Decide it anew" onAsk={(wanted) => void decide(wanted)} />
      {found.busy && <Busy>Deciding every turn anew</Busy>}
      {found.problem && <ProblemNotice problem={found.problem} />}
      {found.data && !found.busy && <Result found={found.data} onTurn={onTurn} />}
    </>
  );
}

function Result({ found, onTurn }: { found: Found; onTurn: (turn: number) => void }) {
  const [all, setAll] = useState(false);
  if (found.outcome === "not concerned") return <Notice>This session is not concerned: it has {found.why}.</Notice>;
  if (found.outcome === "undecided") return <Notice tone="warn">This cannot be decided: {found.why}</Notice>;
  const turns = all ? found.turns : found.turns.filter((turn) => !turn.same);
  return (
    <section className="replay-result" aria-label="What would have been">
      <h3>{found.otherwise ? "It would have gone otherwise" : "Nothing would have changed"}</h3>
      <Stats of={[["turns decided otherwise", found.otherwise], ["turns in all", found.turns.length], ["first turn that differs", found.first ?? "none"]]} />
      {found.ending && <Notice tone="warn">The end would be another: it was “{found.ending.was}”, it would be “{found.ending.would}”.</Notice>}
      {found.notes?.map((note) => <Notice key={note}>{note}</Notice>)}
      <div className="row">
        {found.first != null && <a className="button" href={`#what-if-${found.first}`}>Go to the first difference</a>}
        <Check checked={all} onChange={(event) => setAll(event.target.checked)}>
          Show turns that stay the same
        </Check>
      </div>
      <ol className="replay-turns">
        {turns.map((turn) => (
          <TurnDecided key={turn.turn} turn={turn} onTurn={onTurn} />
        ))}
      </ol>
    </section>
  );
}

function TurnDecided({ turn, onTurn }: { turn: Turn; onTurn: (turn: number) => void }) {
  const apart = turn.carried && Object.entries(turn.carried.words).some(([name, word]) => turn.would.words[name] !== word);
  return (
    <li id={`what-if-${turn.turn}`} tabIndex={-1}>
      <h4>
        Turn {turn.turn} {turn.same ? <Badge>the same</Badge> : <Badge tone="accent">otherwise</Badge>}
        <Button kind="quiet" aria-label={`Show turn ${turn.turn}`} onClick={() => onTurn(turn.turn)}>
          Show it
        </Button>
      </h4>
      <div className="replay-both">
        <Decision title="Was" decided={turn.was} differing={turn.differing ?? []} />
        <Decision title="Would be" decided={turn.would} differing={turn.differing ?? []} />
        {apart && turn.carried && <Decision title="On its own way by then" decided={turn.carried} differing={[]} />}
      </div>
    </li>
  );
}

function Decision({ title, decided, differing }: { title: string; decided: Schemas["Decided"]; differing: string[] }) {
  return (
    <div>
      <h5>{title}</h5>
      <dl>
        {Object.entries(decided.words).map(([name, word]) => (
          <div key={name} className={differing.includes(name) ? "differs" : undefined}>
            <dt>{plain(name)}</dt>
            <dd>{word}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">{decided.reason}</p>
    </div>
  );
}
