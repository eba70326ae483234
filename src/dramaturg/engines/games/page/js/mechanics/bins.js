// Cards that are put into bins. Shared by sorting and comparing.

import { coach } from "../coach.js";
import { button, el, list, once } from "../dom.js";
import { isSettled, openItems } from "../play.js";
import { letGoOnEscape, pick, piece, place, toneOf } from "./placing.js";

export function bins(game, { thing, beside = null }) {
  return el(
    "div",
    { class: "sorter", onkeydown: (event) => letGoOnEscape(game, event) },
    beside,
    el(
      "div",
      { class: "bins" },
      game.round.choices.map((choice) => bin(game, choice, thing)),
    ),
    coach(game),
    !game.over && deck(game, thing),
  );
}

function bin(game, choice, thing) {
  const inside = game.round.items.filter((item) => item.answer === choice.id && isSettled(game.trying, item.id));
  const put = (event) => place(game, choice.id, event, { thing, where: "where it belongs" });
  const head = button({ class: "bin-head", key: binKey(choice.id), disabled: game.over, onclick: put }, choice.text);
  const lines = inside.map((item) => el("li", { class: toneOf(game.trying, item.id) }, item.text));
  const react = game.over
    ? {}
    : { "data-drop": choice.id, onclick: once((event) => !event.target.closest("button") && put(event)) };
  return el("div", { class: "bin", ...react }, head, lines.length > 0 && el("ul", {}, lines));
}

function binKey(id) {
  return `bin:${id}`;
}

function deck(game, thing) {
  const target = binKey(game.round.choices[0].id);
  const drawn = openItems(game.round, game.trying).map((item) =>
    piece(game, item, {
      onPick: (event) => pick(game, item, event, { target, where: "Choose where it belongs." }),
      onDrop: (choice) => game.send({ do: "answer", item: item.id, answer: choice }),
    }),
  );
  return el(
    "section",
    { class: "tray" },
    el("h2", {}, `Pick a ${thing}, then where it belongs`),
    list({ class: "pieces" }, drawn),
  );
}
