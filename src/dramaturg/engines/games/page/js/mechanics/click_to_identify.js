// Click to identify: a prompt is read, and the part of the picture it means is chosen.

import { pointing } from "./pointing.js";

export function clickToIdentify(game) {
  return pointing(game, { thing: "Question" });
}
