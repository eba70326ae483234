// What was typed and not saved yet: it outlives a reload, in this tab alone.

import { useEffect } from "react";

type Unsaved = { tag: string; text: string };

const keyOf = (kind: string, id: string) => `unsaved/${kind}/${id}`;

export function unsavedOf(kind: string, id: string): Unsaved | null {
  const kept = sessionStorage.getItem(keyOf(kind, id));
  return kept ? (JSON.parse(kept) as Unsaved) : null;
}

export function forgetUnsaved(kind: string, id: string): void {
  sessionStorage.removeItem(keyOf(kind, id));
}

// Keeps the text while it differs from what is saved, and has the browser ask before the tab is closed.
export function useKept(kind: string, id: string, tag: string, text: string, saved: string): void {
  const changed = text !== saved;
  useEffect(() => {
    if (changed) sessionStorage.setItem(keyOf(kind, id), JSON.stringify({ tag, text }));
    else forgetUnsaved(kind, id);
  }, [kind, id, tag, text, changed]);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changed]);
}
