// Sequencing: things are moved up and down until their order is right. What is right stays where it is.

import { coach, standingOf } from "../coach.js";
import { button, el, say } from "../dom.js";
import { draggable, grip } from "../drag.js";
import { isSettled } from "../play.js";
import { countOf } from "../state.js";
import { pieceKey, toneOf } from "./placing.js";

export function sequencing(game) {
  const order = standing(game.round, game.trying, game.ui.order);
  return el(
    "div",
    { class: "sequence" },
    el(
      "ol",
      { class: "rows" },
      order.map((id, index) => row(game, order, id, index)),
    ),
    coach(game),
    !game.over &&
      button({ class: "primary", key: "check", onclick: () => game.send({ do: "arrange", order }) }, "Check the order"),
  );
}

// The order as it stands: settled things where they belong, the rest around them as they were left.
function standing(round, trying, order) {
  const places = new Map(round.choices.map((choice, index) => [choice.id, index]));
  const rows = round.items.map(() => null);
  for (const item of round.items) if (isSettled(trying, item.id)) rows[places.get(item.answer)] = item.id;
  const rest = (order ?? round.items.map((item) => item.id)).filter((id) => !rows.includes(id));
  return rows.map((id) => id ?? rest.shift());
}

// The same order with one thing moved to where another stands; what is settled does not move.
function movedTo(order, isFixed, id, other) {
  const free = order.filter((each) => !isFixed(each));
  const place = free.indexOf(other);
  const rest = free.filter((each) => each !== id);
  rest.splice(place, 0, id);
  return order.map((each) => (isFixed(each) ? each : rest.shift()));
}

function row(game, order, id, index) {
  const item = game.round.items.find((each) => each.id === id);
  const fixed = isSettled(game.trying, id);
  const inside = fixed || game.over ? told(item, fixed) : mover(game, order, item);
  const props = fixed ? { class: `row ${toneOf(game.trying, id)}` } : { class: "row", "data-drop": id };
  return el("li", props, el("span", { class: "number", "aria-hidden": "true" }, String(index + 1)), inside);
}

function told(item, fixed) {
  return el(
    "div",
    { class: "told" },
    el("p", {}, item.text),
    fixed && item.explanation && el("p", { class: "muted" }, item.explanation),
  );
}

function mover(game, order, item) {
  const isFixed = (id) => isSettled(game.trying, id);
  const free = order.filter((id) => !isFixed(id));
  const here = free.indexOf(item.id);
  const swap = (other, key) => rearrange(game, movedTo(order, isFixed, item.id, other), item, key);
  const take = draggable(taker(game, order, item), (other) => swap(other, pieceKey(item.id)));
  return [
    take,
    shifter(item, "up", here > 0 ? () => swap(free[here - 1], `up:${item.id}`) : null),
    shifter(item, "down", here < free.length - 1 ? () => swap(free[here + 1], `down:${item.id}`) : null),
  ];
}

// Tap one, then tap another: the first goes to where the other stands.
function taker(game, order, item) {
  const used = countOf(game.trying.attempts, item.id);
  const { picked } = game.ui;
  const isFixed = (id) => isSettled(game.trying, id);
  const take = () => {
    if (picked && picked !== item.id) {
      const one = game.round.items.find((each) => each.id === picked);
      rearrange(game, movedTo(order, isFixed, picked, item.id), one, pieceKey(picked));
      return;
    }
    game.choose({ picked: picked ? null : item.id });
    say(picked ? `${item.text} put back.` : `${item.text} picked. Choose the one whose place it should take.`);
  };
  return button(
    { class: "piece", key: pieceKey(item.id), "aria-pressed": String(picked === item.id), "data-next": true, onclick: take },
    grip(),
    el("span", { class: "piece-text" }, item.text),
    used > 0 && el("small", {}, standingOf(game.round, game.trying, item.id)),
  );
}

function shifter(item, way, act) {
  const props = { class: `shift ${way}`, key: `${way}:${item.id}`, "aria-label": `Move ${way}: ${item.text}` };
  return el("button", { type: "button", ...props, "aria-disabled": act ? null : "true", onclick: act ?? (() => {}) });
}

function rearrange(game, order, item, key) {
  game.choose({ order, picked: null }, key);
  say(`${item.text}: place ${order.indexOf(item.id) + 1} of ${order.length}.`);
}
