// The design as it is being edited: moving things in lists, and finding the issues that belong to a part.

import type { Schemas } from "../../api/client";

export type Design = Schemas["GameDesignDocument"];
export type SceneDesign = Schemas["SceneDesign"];
export type MechanicDesign = Schemas["MechanicDesign"];
export type Issue = Schemas["IssueShown"];

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const place = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, place), list[from] as T, ...rest.slice(place)];
}

export function replaced<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((each, index) => (index === at ? value : each));
}

export function without<T>(list: readonly T[], at: number): T[] {
  return list.filter((_, index) => index !== at);
}

// The issues of one part that are not those of a part inside it. Paths look like scenes[0].mechanics[1].points_per_item.
export function issuesAt(issues: readonly Issue[], path: string, inner: RegExp): Issue[] {
  return issues.filter(({ place }) => {
    if (!path) return !inner.test(place);
    const rest = place.slice(path.length);
    return place.startsWith(path) && !/^\d/.test(rest) && !inner.test(rest);
  });
}

export const IN_GAME = /^scenes\[\d+\]/;
export const IN_SCENE = /^\.mechanics\[\d+\]/;
export const IN_MECHANIC = /^\.children\[\d+\]/;

export function listed(labels: readonly string[]): string {
  return labels.join("\n");
}

export function labelsOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}

export function newMechanic(scene: SceneDesign): MechanicDesign {
  return {
    mechanic_type: "memory_match",
    instruction_text: "Find the pairs that belong together.",
    zone_labels_used: [],
    content_brief: { generation_goal: scene.learning_goal, key_concepts: [...scene.zone_labels], prompt_style: "", notes: "" },
    expected_item_count: Math.max(3, Math.min(6, scene.zone_labels.length)),
    points_per_item: 10,
    advance_trigger: "completion",
    advance_trigger_value: null,
    is_timed: false,
    time_limit_seconds: null,
    children: null,
  };
}
