// What a session of each engine is called on a page, and where it is found.

import type { Schemas } from "./api/client";

type Head = Schemas["Head"];

export const CALLED: Record<Head["engine"], string> = {
  sims: "Scene",
  interviews: "Interview",
  memoir: "Life story",
  games: "Game",
};

export function placeOf(head: Pick<Head, "engine" | "id">): string {
  return `/${head.engine === "games" ? "plays" : "sessions"}/${encodeURIComponent(head.id)}`;
}
