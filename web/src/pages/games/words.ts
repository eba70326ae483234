// Names of rounds and ways, as people say them.

import type { Schemas } from "../../api/client";

export type MechanicType = Schemas["MechanicDesign"]["mechanic_type"];

export const MODES: Record<MechanicType, string> = {
  drag_drop: "Label the picture",
  click_to_identify: "Find it",
  trace_path: "Trace the path",
  description_matching: "Match descriptions",
  hierarchical: "From whole to part",
  compare_contrast: "Compare",
  sequencing: "Put in order",
  sorting_categories: "Sort",
  memory_match: "Find the pairs",
  branching_scenario: "Decide",
};

export function modeName(mode: string): string {
  return MODES[mode as MechanicType] ?? mode.replaceAll("_", " ");
}

const TRIGGERS: Record<string, (value: number | null | undefined) => string> = {
  auto: () => "by itself",
  completion: () => "when everything is done",
  parent_completion: () => "when the round around it is done",
  score_threshold: (value) => `with ${Math.round((value ?? 0) * 100)} % of the points`,
  user_choice: () => "whenever the player likes",
  time_elapsed: (value) => `after ${value ?? 0} seconds`,
};

export function triggerName(trigger: string, value?: number | null): string {
  return TRIGGERS[trigger]?.(value) ?? trigger;
}

const ENDS: Record<string, string> = { scene_start: "Start", scene_end: "End of the scene" };

export function placeName(id: string, names: ReadonlyMap<string, string>): string {
  return ENDS[id] ?? names.get(id) ?? id;
}
