// What is to be otherwise, as it is being chosen, and as the server wants it.

import type { Schemas } from "../../api/client";

export type Otherwise = { document: string; text: string; settings: { path: string; value: string }[] };

export const NOTHING_OTHER: Otherwise = { document: "", text: "", settings: [{ path: "", value: "" }] };

export const OWN_TEXT = "own"; // instead of a document that is there

export function documentKey({ kind, id }: { kind: string; id: string }): string {
  return `${kind}/${id}`;
}

// Null when nothing is otherwise yet.
export function asked({ document, text, settings }: Otherwise): Schemas["Otherwise"] | null {
  const set = settings.filter(({ path }) => path.trim()).map(({ path, value }) => `${path.trim()}=${value}`);
  const [kind, id] = document.split("/");
  const other = document === OWN_TEXT ? (text.trim() ? { text } : null) : id ? { kind, id } : null;
  return other || set.length ? { with: other, set } : null;
}
