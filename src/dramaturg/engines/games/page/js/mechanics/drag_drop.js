// Drag and drop: labels are put where they belong on a picture.

import { openItems } from "../play.js";
import { placing } from "./placing.js";

export function dragDrop(game) {
  const pieces = [...openItems(game.round, game.trying), ...game.round.distractors].sort((one, other) =>
    one.text.localeCompare(other.text),
  );
  return placing(game, { groups: [{ pieces }], told: (item) => item.text, thing: "label" });
}
