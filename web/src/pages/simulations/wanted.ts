// A simulation as it is being chosen, and as the server wants it.

import type { Schemas } from "../../api/client";
import { type SimulationOf, simulations } from "../../engines";

export type Simulation = Schemas["SimulatedSims"] | Schemas["SimulatedInterviews"] | Schemas["SimulatedMemoirs"] | Schemas["SimulatedGames"] | Schemas["SimulatedCohort"];

// `against` is the document that B has, as kind/id; `path` and `value` what B has otherwise.
export type Draft = { kind: string; content: string; people: string[]; count: number; seed: number; against: string; path: string; value: string };

// What every simulation has.
export type Shared = { count: number; seed: number; against: Schemas["OtherContent"] | null };

const COHORT: SimulationOf = {
  title: "A cohort: groups of people in the numbers you expect",
  content: "Cohort",
  document: "cohort",
  others: ["scenario", "backbone", "methodology"],
  wanted: ({ content }, shared) => ({ kind: "cohort", ...shared, cohort: content }),
};

export const KINDS: Record<string, SimulationOf> = Object.fromEntries([...simulations(), ["cohort", COHORT]]);

export const DRAFT: Draft = { kind: Object.keys(KINDS)[0] as string, content: "", people: [], count: 24, seed: 1, against: "", path: "", value: "" };

export function kindOf({ kind }: Draft): SimulationOf {
  return KINDS[kind] ?? COHORT;
}

export function simulationOf(draft: Draft): Simulation {
  const { seed, count } = draft;
  return kindOf(draft).wanted(draft, { count, seed, against: againstOf(draft) });
}

function againstOf(draft: Draft): Schemas["OtherContent"] | null {
  const { against, path, value } = draft;
  const [document = "", id] = against.split("/");
  const set = path.trim() ? [`${path.trim()}=${value}`] : [];
  if (!id && !set.length) return null;
  return id ? { kind: kindOf(draft).kinds?.[document] ?? document, id, set } : { set };
}
