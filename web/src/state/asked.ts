// A question that is asked when somebody wants the answer, not when a page opens. The answer is kept in the store.

import { useState } from "react";
import { load, type Resource, useStored } from "./store";

export type Asked<T> = Resource<T> & { busy: boolean; ask: (question: () => Promise<T>) => Promise<void> };

export function useAsked<T>(key: string): Asked<T> {
  const found = useStored<T>(key);
  const [busy, setBusy] = useState(false);
  async function ask(question: () => Promise<T>) {
    setBusy(true);
    await load(key, question);
    setBusy(false);
  }
  return { ...found, busy, ask };
}
