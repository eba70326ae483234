// A session that is erased on the server is erased here too: in the state, and on the browser's shelves.

import { api, got } from "../api/client";
import { forgetAbout } from "./store";

export async function erase(session: string): Promise<void> {
  await got(api.DELETE("/api/v1/sessions/{session}", { params: { path: { session } } }));
  letGo(session);
}

// Of a session that somebody else erased for us.
export function letGo(session: string): void {
  forgetAbout(session);
  for (const shelf of [localStorage, sessionStorage]) {
    for (const key of Object.keys(shelf).filter((each) => each.includes(session))) shelf.removeItem(key);
  }
}
