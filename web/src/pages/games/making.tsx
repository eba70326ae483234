// A game in the making, step by step.

import { useEffect } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Busy } from "../../parts/busy";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Notice } from "../../parts/notice";
import { useResource } from "../../state/store";

type Status = Schemas["JobShown"];
type MakingProps = { job: string; onDone: () => void };

const GLANCE = 600; // milliseconds between two looks
const UNDER_WAY = ["waiting", "running", "abandoned"];

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
  [/^save/, "Put it on the shelf"],
];

function stepName(name: string): string {
  return STEPS.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}

export function Making({ job, onDone }: MakingProps) {
  const status = useResource<Status>(`job:${job}`, () => got(api.GET("/api/v1/jobs/{job}", { params: { path: { job } } })));
  const state = status.data?.state;
  const { reload, data } = status;
  useEffect(() => {
    if (state === "done") onDone();
    if (!state || !UNDER_WAY.includes(state)) return;
    const next = setTimeout(() => void reload(), GLANCE);
    return () => clearTimeout(next);
  }, [state, data, reload, onDone]);
  return (
    <Loaded of={status} what="how far it is">
      {(shown) => <Progress shown={shown} onResume={() => void resumed(job).then(reload)} />}
    </Loaded>
  );
}

function resumed(job: string): Promise<unknown> {
  return api.POST("/api/v1/jobs/{job}/resume", { params: { path: { job } } });
}

function Progress({ shown, onResume }: { shown: Status; onResume: () => void }) {
  const { state } = shown;
  return (
    <>
      <ol className="games-steps" aria-label="Steps so far">
        {shown.steps.map((step, index) => (
          <li key={index}>
            <span>{stepName(step.name)}</span>
            <span className="muted">{step.seconds.toFixed(1)} s</span>
          </li>
        ))}
      </ol>
      {UNDER_WAY.includes(state) && <Busy>Making the game</Busy>}
      {state === "failed" && <Notice tone="bad">It could not be made: {shown.error}</Notice>}
      {(state === "failed" || state === "cancelled") && <Button onClick={onResume}>Try to go on from here</Button>}
    </>
  );
}
