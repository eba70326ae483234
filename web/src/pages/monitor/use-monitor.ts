// Looks at the monitor every few seconds, asks only for what has changed, and says what is new.

import { useEffect } from "react";
import { api, got, problemIn } from "../../api/client";
import { put, read, type Resource, useStored } from "../../state/store";
import { merged, news, type Monitor } from "./monitor";

const KEY = "monitor";
const SAID = "monitor-news";
const EVERY = 2000;

export function useMonitor(): { monitor: Resource<Monitor>; said: string } {
  useEffect(() => {
    let stopped = false;
    let next: number;
    async function again() {
      const more = await look();
      if (!stopped) next = window.setTimeout(() => void again(), more ? 50 : EVERY);
    }
    void again();
    return () => {
      stopped = true;
      window.clearTimeout(next);
    };
  }, []);
  return { monitor: useStored<Monitor>(KEY), said: useStored<string>(SAID).data ?? "" };
}

// Whether there is more to be read at once.
async function look(): Promise<boolean> {
  const before = read<Monitor>(KEY).data;
  try {
    const look = await got(api.GET("/api/v1/monitor", { params: { query: { since: before?.mark ?? 0 } } }));
    const now = merged(before, look);
    const fresh = news(before, now);
    put(KEY, { data: now, loading: false });
    if (fresh.length) put(SAID, { data: fresh.join(" "), loading: false });
    return look.more;
  } catch (error) {
    put(KEY, { data: before, problem: problemIn(error), loading: false });
    return false;
  }
}

export async function acknowledge(session: string, turn: number): Promise<void> {
  try {
    await got(api.PUT("/api/v1/monitor/{session}/seen", { params: { path: { session } }, body: { turn } }));
  } catch (error) {
    put(KEY, { data: read<Monitor>(KEY).data, problem: problemIn(error), loading: false });
    return;
  }
  await look();
}
