// A simulation under way: how far it is, what is known so far; it can be stopped, and taken up again.

import { useEffect, useState } from "react";
import { api, got, type Problem, problemIn, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { Meter } from "../../parts/stats";
import { Endings, Turns } from "./counts";
import { isUnderWay } from "./states";

type Shown = Schemas["SimulationShown"];

export function Progress({ shown, onChange }: { shown: Shown; onChange: () => Promise<void> }) {
  const { card, done } = shown;
  const [problem, setProblem] = useState<Problem>();
  const underWay = isUnderWay(card.state);
  async function tell(verb: "cancel" | "resume") {
    try {
      await got(api.POST(verb === "cancel" ? "/api/v1/jobs/{job}/cancel" : "/api/v1/jobs/{job}/resume", { params: { path: { job: card.id } } }));
      await onChange();
    } catch (error) {
      setProblem(problemIn(error));
    }
  }
  return (
    <>
      <Panel title={underWay ? "Being played" : card.state === "failed" ? "It could not go on" : "Stopped"}>
        {underWay && <Following job={card.id} onStep={onChange} />}
        <p role="status">
          {done} of {card.sessions} sessions played
        </p>
        <Meter share={done / card.sessions} label="Played" />
        {shown.error && <Notice tone="bad">{shown.error}</Notice>}
        {problem && <ProblemNotice problem={problem} />}
        <p className="simulations-tell">
          {underWay ? <Button onClick={() => void tell("cancel")}>Stop</Button> : <Button onClick={() => void tell("resume")}>Go on</Button>}
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

const PAUSE = 400; // milliseconds between two looks, however fast steps come

// Looks again whenever a step is done, and when all are.
function Following({ job, onStep }: { job: string; onStep: () => Promise<void> }) {
  useEffect(() => {
    const events = new EventSource(`/api/v1/jobs/${job}/events`);
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void onStep();
      }, PAUSE);
    };
    events.addEventListener("step", look);
    events.addEventListener("ended", () => {
      events.close();
      void onStep();
    });
    return () => {
      clearTimeout(waiting);
      events.close();
    };
  }, [job, onStep]);
  return null;
}
