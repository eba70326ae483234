// The browser alone: a play outlives a reload of its tab.

import { movesOf, newPlay, replayed } from "../keep.js";

function slot(blueprint) {
  return `dramaturg:${blueprint.id}`;
}

// Storage may be forbidden where the page is embedded; then a reload begins anew.
export function keep(blueprint, play) {
  try {
    if (play)
      sessionStorage.setItem(slot(blueprint), JSON.stringify({ began: play.began, timers: play.timers, moves: movesOf(play) }));
    else sessionStorage.removeItem(slot(blueprint));
  } catch {
    return;
  }
}

// The kept play, played again move by move; none if there is none or it no longer fits the game.
export function kept(blueprint) {
  try {
    const { began, timers, moves } = JSON.parse(sessionStorage.getItem(slot(blueprint)));
    return replayed(blueprint, moves, newPlay(blueprint, timers, began));
  } catch {
    return null;
  }
}
