// A game in the making, step by step.

import { useEffect } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Busy } from "../../parts/busy";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { useActing } from "../../state/acting";
import { isUnderWay, useSteps } from "../../state/job";
import { useResource } from "../../state/store";

type Status = Schemas["JobShown"];
type MakingProps = { job: string; onDone: () => void };

const STEPS: [RegExp, string][] = [
  [/^input_analyzer/, "Understood the question"],
  [/^dk_retriever/, "Gathered what there is to know"],
  [/^game_designer/, "Designed the game"],
  [/^graph_builder/, "Laid out the rounds"],
  [/^content$/, "Wrote the content"],
  [/^content /, "Wrote for one round"],
  [/^scene_interaction_designer/, "Wrote what a player is told"],
  [/^assets/, "Drew a picture"],
  [/^blueprint_assembler/, "Put it together"],
  [/^blueprint_validator/, "Checked all of it"],
  [/^save/, "Saved the game"],
];

function stepName(name: string): string {
  return STEPS.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

export function Making({ job, onDone }: MakingProps) {
  const status = useResource<Status>(`job:${job}`, () => got(api.GET("/api/v1/jobs/{job}", { params: { path: { job } } })));
  const state = status.data?.state;
  const { reload } = status;
  useSteps(job, state, reload);
  useEffect(() => {
    if (state === "done") onDone();
  }, [state]);
  return (
    <Loaded of={status} what="how far it is">
      {(shown) => <Progress shown={shown} reload={reload} />}
    </Loaded>
  );
}

function Progress({ shown, reload }: { shown: Status; reload: () => Promise<void> }) {
  const { busy, problem, act } = useActing();
  const { state } = shown;
  async function resume() {
    await got(api.POST("/api/v1/jobs/{job}/resume", { params: { path: { job: shown.id } } }));
    await reload();
  }
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <ol className="games-steps" aria-label="Steps so far">
        {shown.steps.map((step, index) => (
          <li key={index}>
            <span>{stepName(step.name)}</span>
            <span className="muted">{step.seconds.toFixed(1)} s</span>
          </li>
        ))}
      </ol>
      {isUnderWay(state) && <Busy>Making the game</Busy>}
      {state === "failed" && <Notice tone="bad">It could not be made: {shown.error}</Notice>}
      {(state === "failed" || state === "cancelled") && (
        <Button disabled={busy} onClick={() => void act(resume)}>
          Try to go on from here
        </Button>
      )}
    </>
  );
}
