// A job under way on the server, followed step by step.

import { useEffect } from "react";
import type { Schemas } from "../api/client";

type State = Schemas["JobShown"]["state"];

const PAUSE = 400; // milliseconds between two looks, however fast steps come

export function isUnderWay(state: State): boolean {
  return state === "waiting" || state === "running" || state === "abandoned";
}

// Looks again whenever a step is done, and when all are.
export function useSteps(job: string, state: State | undefined, look: () => Promise<void>): void {
  const followed = state !== undefined && isUnderWay(state);
  useEffect(() => {
    if (!followed) return;
    const events = new EventSource(`/api/v1/jobs/${encodeURIComponent(job)}/events`);
    let next: number | undefined;
    function soon() {
      next ??= window.setTimeout(() => {
        next = undefined;
        void look();
      }, PAUSE);
    }
    events.addEventListener("step", soon);
    events.addEventListener("ended", () => {
      events.close();
      void look();
    });
    return () => {
      window.clearTimeout(next);
      events.close();
    };
  }, [job, followed, look]);
}
