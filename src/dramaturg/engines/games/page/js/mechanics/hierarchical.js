// Hierarchical labelling: what is placed opens the labels that lie inside it.

import { itemOf, openItems } from "../play.js";
import { placing } from "./placing.js";

export function hierarchical(game) {
  return placing(game, { groups: levels(game), told: (item) => item.text, thing: "label" });
}

function levels(game) {
  const open = openItems(game.round, game.trying);
  const parents = [...new Set(open.map((item) => item.after))];
  return parents.map((parent) => ({
    title: parent === null ? null : `Inside ${itemOf(game.round, parent).text}`,
    pieces: open.filter((item) => item.after === parent),
  }));
}
