// Description matching: each description is put on the part of the picture that it describes.

import { openItems } from "../play.js";
import { placing } from "./placing.js";

export function descriptionMatching(game) {
  return placing(game, { groups: [{ pieces: openItems(game.round, game.trying) }], told: () => "", thing: "description" });
}
