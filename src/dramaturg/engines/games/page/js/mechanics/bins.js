// Cards that are put into bins. Shared by sorting and comparing.

import { coach } from "../coach.js";
import { button, byKeyboard, el, once, say } from "../dom.js";
import { isSettled, openItems } from "../play.js";
import { letGoOnEscape, pick, piece, toneOf } from "./placing.js";

export function bins(game, { thing, beside = null }) {
  return el(
    "div",
    { class: "sorter", onkeydown: (event) => letGoOnEscape(game, event) },
    beside,
    el("div", { class: "bins" }, game.round.choices.map((choice) => bin(game, choice, thing))),
    coach(game),
    !game.over && deck(game, thing),
  );
}

function bin(game, choice, thing) {
  const inside = game.round.items.filter((item) => item.answer === choice.id && isSettled(game.trying, item.id));
  const put = (event) => drop(game, choice.id, event, thing);
  const head = button({ class: "bin-head", key: binKey(choice.id), disabled: game.over, onclick: put }, choice.text);
  const lines = inside.map((item) => el("li", { class: toneOf(game.trying, item.id) }, item.text));
  const react = game.over ? {} : { "data-drop": choice.id, onclick: once((event) => !event.target.closest("button") && put(event)) };
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
  return el("section", { class: "tray" }, el("h2", {}, `Pick a ${thing}, then where it belongs`), el("ul", { class: "pieces" }, drawn.map((node) => el("li", {}, node))));
}

function drop(game, choice, event, thing) {
  if (!game.ui.picked) {
    game.choose({ note: { tone: "note", title: `Pick a ${thing} first`, lines: ["Then choose where it belongs."] } });
    say(`Pick a ${thing} first.`);
    return;
  }
  const events = game.send({ do: "answer", item: game.ui.picked, answer: choice });
  if (byKeyboard(event) && events.some((each) => each.kind === "answered" && each.settled)) game.focusNext();
}
