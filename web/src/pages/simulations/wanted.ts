// A simulation as it is being chosen, and as the server wants it.

import type { Schemas } from "../../api/client";

export type Kind = "sims" | "interviews" | "memoir" | "games" | "cohort";
export type Simulation = Schemas["SimulatedSims"] | Schemas["SimulatedInterviews"] | Schemas["SimulatedMemoirs"] | Schemas["SimulatedGames"] | Schemas["SimulatedCohort"];

// `against` is the document that B has, as kind/id; `path` and `value` what B has otherwise.
export type Draft = { kind: Kind; content: string; people: string[]; count: number; seed: number; against: string; path: string; value: string };

export const DRAFT: Draft = { kind: "sims", content: "", people: [], count: 24, seed: 1, against: "", path: "", value: "" };

export const KINDS: Record<Kind, { title: string; content: string; document: string; people?: keyof Schemas["SimulatedPeople"] }> = {
  sims: { title: "Scenes, with learners of every temperament", content: "Scene", document: "scenario", people: "learners" },
  interviews: { title: "Interviews, with respondents of every manner", content: "Way of interviewing", document: "methodology", people: "respondents" },
  memoir: { title: "Life stories, with tellers of every manner", content: "Life", document: "teller", people: "tellers" },
  games: { title: "Games, with players of every sort", content: "Game", document: "knowledge", people: "players" },
  cohort: { title: "A cohort: groups of people in the numbers you expect", content: "Cohort", document: "cohort" },
};

// The documents that B may have in place of A's, by what is played.
export const OTHERS: Record<Kind, string[]> = {
  sims: ["scenario", "backbone"],
  interviews: ["methodology", "guide"],
  memoir: ["router_policy"],
  games: ["knowledge"],
  cohort: ["scenario", "backbone", "methodology"],
};

export function simulationOf(draft: Draft): Simulation {
  const { kind, people, seed, count } = draft;
  const content = draft.content || null;
  const base = { count, seed, against: againstOf(draft) };
  switch (kind) {
    case "sims":
      return { kind, ...base, scenario: content, learners: people, steering: "graph", noise: 0 };
    case "interviews":
      return { kind, ...base, methodology: content, manners: people, interviewer: "adaptive", turns: 12 };
    case "memoir":
      return { kind, ...base, life: content, manners: people, sittings: 1, turns: 8 };
    case "games":
      return { kind, ...base, game: content, players: people, untimed: false };
    case "cohort":
      return { kind, ...base, cohort: draft.content };
  }
}

function againstOf({ kind, against, path, value }: Draft): Schemas["OtherContent"] | null {
  const [document, id] = against.split("/");
  const set = path.trim() ? [`${path.trim()}=${value}`] : [];
  if (!id && !set.length) return null;
  return id ? { kind: kind === "games" ? "game" : document === "router_policy" ? "artifacts" : document, id, set } : { set };
}
