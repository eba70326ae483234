// Memory match: cards lie face down, two are turned over at a time, and pairs stay open.

import { coach } from "../coach.js";
import { button, el, list, say } from "../dom.js";
import { isSettled } from "../play.js";
import { toneOf } from "./placing.js";

export function memoryMatch(game) {
  return el(
    "div",
    { class: "memory" },
    coach(game),
    list(
      { class: "cards" },
      game.round.cards.map((card, index) => face(game, card, index + 1)),
    ),
  );
}

function face(game, card, number) {
  const paired = isSettled(game.trying, card.item);
  const open = paired || game.over || game.ui.picked === card.id || lastTurned(game).includes(card.id);
  const tone = paired ? toneOf(game.trying, card.item) : "";
  const props = {
    class: `card ${open ? "open" : ""} ${tone}`,
    key: `card:${card.id}`,
    "aria-label": nameOfCard(card, number, open, paired),
  };
  if (paired || game.over) return el("button", { type: "button", ...props, "aria-disabled": "true" }, card.text);
  return button({ ...props, onclick: () => turn(game, card, number) }, open ? card.text : String(number));
}

function nameOfCard(card, number, open, paired) {
  return open ? `Card ${number}: ${card.text}${paired ? ", paired" : ""}` : `Card ${number}, face down`;
}

// The two cards of the latest move stay open until the next card is turned, however long that takes.
function lastTurned(game) {
  if (game.ui.picked) return [];
  return game.latest.find((event) => event.kind === "flipped")?.cards ?? [];
}

function turn(game, card, number) {
  const first = game.ui.picked;
  if (first === card.id) return;
  if (first) {
    game.send({ do: "flip", cards: [first, card.id] });
    return;
  }
  game.choose({ picked: card.id });
  say(`Card ${number}: ${card.text}. Turn over a second card.`);
}
