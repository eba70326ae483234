// Something that is done on a page: whether it is under way, and what went wrong.

import { useState } from "react";
import { type Problem, problemIn } from "../api/client";

export type Acting = { busy: boolean; problem?: Problem; act: (work: () => Promise<void>) => Promise<void> };

export function useActing(): Acting {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  async function act(work: () => Promise<void>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(problemIn(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, act };
}
