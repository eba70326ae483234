// Opening something from a page: what is being opened, what went wrong, and the way to it once it is there.

import { useState } from "react";
import { api, got, type Problem, problemIn, type Schemas } from "../../api/client";
import { go } from "../../router";

export type Opening = { busy: string; problem?: Problem; open: (name: string, ask: () => Promise<string>) => Promise<void> };

type WantedSession = Schemas["OpenSim"] | Schemas["OpenInterview"] | Schemas["OpenMemoir"];

export async function newSession(body: WantedSession): Promise<string> {
  const shown = await got(api.POST("/api/v1/sessions", { body }));
  return `/sessions/${encodeURIComponent(shown.head.id)}`;
}

export async function newPlay(knowledge: string): Promise<string> {
  const play = await got(api.POST("/api/v1/plays", { body: { knowledge, timers: true } }));
  return `/plays/${encodeURIComponent(play.session)}`;
}

export function useOpening(): Opening {
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState<Problem>();
  async function open(name: string, ask: () => Promise<string>) {
    setBusy(name);
    setProblem(undefined);
    try {
      go(await ask());
    } catch (error) {
      setProblem(problemIn(error));
      setBusy("");
      window.scrollTo(0, 0); // it is told above everything
    }
  }
  return { busy, problem, open };
}
