// What somebody typed or sent, kept in this browser tab until it was played: a reload loses nothing.

import type { Sent } from "./folding";
import { put, read, useStored } from "./store";

const draftOf = (session: string) => `draft:${session}`;
const sentOf = (session: string) => `sent:${session}`;

export function sent(session: string): Sent | null {
  const kept = sessionStorage.getItem(sentOf(session));
  return kept ? (JSON.parse(kept) as Sent) : null;
}

export function keepSent(session: string, sent: Sent): void {
  sessionStorage.setItem(sentOf(session), JSON.stringify(sent));
}

export function clearSent(session: string, key: string): void {
  if (sent(session)?.key === key) sessionStorage.removeItem(sentOf(session));
}

export function keepDraft(session: string, text: string): void {
  if (text) sessionStorage.setItem(draftOf(session), text);
  else sessionStorage.removeItem(draftOf(session));
  put(draftOf(session), { data: text, loading: false });
}

// What was taken back goes before what has been typed since.
export function giveBack(session: string, text: string): void {
  const typed = read<string>(draftOf(session)).data ?? "";
  keepDraft(session, [text, typed].filter(Boolean).join("\n"));
}

export function useDraft(session: string): string {
  return useStored<string>(draftOf(session)).data ?? sessionStorage.getItem(draftOf(session)) ?? "";
}
