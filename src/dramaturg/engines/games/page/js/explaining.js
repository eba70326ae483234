// What a player is told of a wrong answer: what they chose, and what they were asked for. The same as explaining.py.

import { itemOf, modeOf } from "./play.js";

const NAMED = ["drag_drop", "hierarchical"]; // their items are names: what is meant is not said
export const SHOWN = 0.8; // of the points: then the game's own closing words hold

// In sentences; none where nothing is known of it.
export function whyWrong(round, event) {
  const belief = round.misconceptions.find((each) => each.id === event.misconception)?.correction;
  return [consequence(round, event), belief, ...aboutWrong(round, event)].filter(Boolean);
}

function aboutWrong(round, event) {
  const item = itemOf(round, event.item);
  if (!item || round.moments.length) return [];
  return modeOf(round) === "sequencing" ? [direction(round, item, event.answer)] : things(round, item, event.answer);
}

function things(round, item, answer) {
  const mode = modeOf(round);
  const chosen = round.choices.find((each) => each.id === answer);
  if (chosen?.about)
    return [
      mode === "compare_contrast" ? chosen.about : `You chose something else: ${chosen.about}`,
      NAMED.includes(mode) && item.about && `You are looking for this: ${item.about}`,
    ];
  return [item.about && `${item.text.replace(/\.+$/, "")}: ${item.about}`];
}

function consequence(round, event) {
  const options = round.moments.find((each) => each.id === event.item)?.options ?? [];
  return options.find((each) => each.id === event.answer)?.consequence;
}

function direction(round, item, answer) {
  const places = round.choices.map((choice) => choice.id);
  const way = places.indexOf(item.answer) < places.indexOf(answer) ? "earlier" : "later";
  return `It comes ${way} than that: ${item.text}`;
}
