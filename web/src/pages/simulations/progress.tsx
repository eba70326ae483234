// A simulation under way: how far it is, what is known so far; it can be stopped, and taken up again.

import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { Meter } from "../../parts/stats";
import { useActing } from "../../state/acting";
import { isUnderWay, useSteps } from "../../state/job";
import { Endings, Turns } from "./counts";

type Shown = Schemas["SimulationShown"];

export function Progress({ shown, onChange }: { shown: Shown; onChange: () => Promise<void> }) {
  const { card, done } = shown;
  const { busy, problem, act } = useActing();
  const underWay = isUnderWay(card.state);
  useSteps(card.id, card.state, onChange);
  async function tell(path: "/api/v1/jobs/{job}/cancel" | "/api/v1/jobs/{job}/resume") {
    await got(api.POST(path, { params: { path: { job: card.id } } }));
    await onChange();
  }
  return (
    <>
      <Panel title={underWay ? "Being played" : card.state === "failed" ? "It could not go on" : "Stopped"}>
        <p role="status">
          {done} of {card.sessions} sessions played
        </p>
        <Meter share={done / card.sessions} label="Played" />
        {shown.error && <Notice tone="bad">{shown.error}</Notice>}
        {problem && <ProblemNotice problem={problem} />}
        <p className="simulations-tell">
          <Button disabled={busy} onClick={() => void act(() => tell(underWay ? "/api/v1/jobs/{job}/cancel" : "/api/v1/jobs/{job}/resume"))}>
            {underWay ? "Stop" : "Go on"}
          </Button>
        </p>
      </Panel>
      {shown.so_far && (
        <div className="simulations-charts">
          <Endings endings={shown.so_far.endings ?? []} sides={shown.so_far.sessions.length} />
          <Turns bins={shown.so_far.turns ?? []} sides={shown.so_far.sessions.length} />
        </div>
      )}
    </>
  );
}
