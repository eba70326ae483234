// A text is checked while it is typed: a moment after the last key, and only the answer to the newest text counts.

import { useEffect } from "react";
import { api, got, problemIn, type Schemas } from "../../api/client";
import { put, read, type Resource, useStored } from "../../state/store";

const A_MOMENT = 250;

export type Checking = Resource<Schemas["TextChecked"]>;

export function useChecking(kind: string, id: string, text: string): Checking {
  const key = `check/${kind}/${id}`;
  useEffect(() => {
    const control = new AbortController();
    put(key, { ...read(key), loading: true, problem: undefined });
    const timer = setTimeout(async () => {
      try {
        const data = await got(api.POST("/api/v1/content-check", { body: { kind, id, text }, signal: control.signal }));
        if (!control.signal.aborted) put(key, { data, loading: false });
      } catch (error) {
        if (!control.signal.aborted) put(key, { ...read(key), problem: problemIn(error), loading: false });
      }
    }, A_MOMENT);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key, kind, id, text]);
  return useStored<Schemas["TextChecked"]>(key);
}
