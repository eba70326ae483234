// Words that several screens share.

import { modeOf } from "./play.js";

const MODE_NAMES = {
  drag_drop: "Place the labels",
  click_to_identify: "Find it",
  trace_path: "Trace the path",
  description_matching: "Match the descriptions",
  hierarchical: "From large to small",
  compare_contrast: "Compare",
  sequencing: "Put in order",
  sorting_categories: "Sort",
  memory_match: "Find the pairs",
  branching_scenario: "Decide",
};

export function nameOf(round) {
  return MODE_NAMES[modeOf(round)];
}

export function counted(number, thing, things = `${thing}s`) {
  return `${number} ${number === 1 ? thing : things}`;
}

export function pointsOutOf(points, most) {
  return `${points} of ${counted(most, "point")}`;
}

export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

// Where an item belongs, in words. While the game runs a zone is only 'Area 3'; at its end the label may be told.
export function placeOf(scene, round, item, gameOver = false) {
  const zone = scene.zones.find((each) => each.id === item.answer);
  if (zone) return gameOver && zone.label !== item.text ? `${zone.name}, ${zone.label}` : zone.name;
  return round.choices.find((choice) => choice.id === item.answer)?.text ?? "";
}
