// Trace the path: the stations of a way are chosen one after another, and a line grows behind them.

import { isSettled } from "../play.js";
import { pointing } from "./pointing.js";

export function tracePath(game) {
  const path = game.round.items.filter((item) => isSettled(game.trying, item.id)).map((item) => item.answer);
  return pointing(game, { thing: "Step", path });
}
