// Description matching: each description is put on the part of the picture that it describes.

import { placing, openPieces } from "./placing.js";

export function descriptionMatching(game) {
  return placing(game, { groups: [{ pieces: openPieces(game) }], told: () => "", thing: "description" });
}
