// Compare and contrast: features belong to the one subject, to the other, or to both. The picture shows where the two lie.

import { picture } from "../picture.js";
import { bins } from "./bins.js";

export function compareContrast(game) {
  const subjects = game.round.choices.map((choice) => choice.text.toLowerCase());
  const zones = game.scene.zones.filter((zone) => subjects.includes(zone.label.toLowerCase()));
  const marks = Object.fromEntries(zones.map((zone) => [zone.id, { text: zone.label, tone: "named" }]));
  return bins(game, { thing: "feature", beside: game.scene.diagram && picture(game, { zones, marks }) });
}
