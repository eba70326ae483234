// Pieces that are put onto a picture: picked and then placed, or dragged. Shared by mechanics that differ in their pieces.

import { coach, standingOf } from "../coach.js";
import { button, byKeyboard, el, list, say } from "../dom.js";
import { draggable, grip } from "../drag.js";
import { picture, pinKey, zonesOf } from "../picture.js";
import { isSettled } from "../play.js";
import { countOf } from "../state.js";

// `groups` are the pieces still to be placed: [{title, pieces}]. `told` says what a settled item leaves on the picture.
export function placing(game, { groups, told, thing }) {
  const zones = zonesOf(game.scene, game.round);
  const onZone = game.over ? null : (zone, event) => place(game, zone, event, { thing, where: "the area where it belongs" });
  return el(
    "div",
    { class: "board", onkeydown: (event) => letGoOnEscape(game, event) },
    picture(game, { zones, marks: marksOf(game.round, game.trying, told), onZone }),
    el(
      "div",
      { class: "side" },
      coach(game),
      el(
        "div",
        { class: "tray" },
        groups.map((group) => tray(game, group, zones, thing)),
        placedList(game),
      ),
    ),
  );
}

// One piece: a button that is picked by a press, and can be dragged.
export function piece(game, { id, text }, { onPick, onDrop }) {
  const picked = game.ui.picked === id;
  const used = countOf(game.trying.attempts, id);
  const node = button(
    { class: "piece", key: pieceKey(id), "aria-pressed": String(picked), "data-next": true, onclick: onPick },
    grip(),
    el("span", { class: "piece-text" }, text),
    used > 0 && el("small", {}, standingOf(game.round, game.trying, id)),
  );
  return draggable(node, onDrop);
}

export function pieceKey(id) {
  return `piece:${id}`;
}

// Picking again what is picked lets it go.
export function pick(game, { id, text }, event, { target, where }) {
  const letGo = game.ui.picked === id;
  game.choose({ picked: letGo ? null : id }, !letGo && byKeyboard(event) ? target : null);
  say(letGo ? `${text} put back.` : `${text} picked. ${where}`);
}

export function letGoOnEscape(game, event) {
  if (event.key === "Escape" && game.ui.picked) game.choose({ picked: null }, pieceKey(game.ui.picked));
}

function tray(game, { title, pieces }, zones, thing) {
  const target = pinKey(zones[0]?.id);
  const drawn = pieces.map((each) =>
    piece(game, each, {
      onPick: (event) => pick(game, each, event, { target, where: "Choose an area." }),
      onDrop: (zone) => game.send({ do: "answer", item: each.id, answer: zone }),
    }),
  );
  if (!drawn.length || game.over) return null;
  return el("section", {}, el("h2", {}, title ?? `Pick a ${thing}, then its area`), list({ class: "pieces" }, drawn));
}

// Answers what is picked with a place. From the keyboard, focus then goes on to the next piece.
export function place(game, answer, event, { thing, where }) {
  if (!game.ui.picked) {
    game.choose({ note: { tone: "note", title: `Pick a ${thing} first`, lines: [`Then choose ${where}.`] } });
    say(`Pick a ${thing} first.`);
    return;
  }
  const kinds = game.send({ do: "answer", item: game.ui.picked, answer }).map((each) => (each.settled ? "settled" : each.kind));
  if (byKeyboard(event) && kinds.includes("settled") && !kinds.includes("ended")) game.focusNext();
}

function marksOf(round, trying, told) {
  const settled = round.items.filter((item) => isSettled(trying, item.id));
  return Object.fromEntries(settled.map((item) => [item.answer, { text: told(item), tone: toneOf(trying, item.id) }]));
}

function placedList({ scene, round, trying }) {
  const placed = scene.zones.flatMap((zone) => settledAt(round, trying, zone).map((item) => ({ zone, item })));
  if (!placed.length) return null;
  const line = ({ zone, item }) =>
    el(
      "li",
      { class: toneOf(trying, item.id) },
      el("span", { class: "place" }, zone.name),
      el("span", { class: "clamped" }, item.text),
    );
  return el("section", { class: "placed" }, el("h2", {}, "Placed"), el("ul", {}, placed.map(line)));
}

function settledAt(round, trying, zone) {
  return round.items.filter((item) => item.answer === zone.id && isSettled(trying, item.id));
}

export function toneOf(trying, item) {
  return trying.settled[item] > 0 ? "right" : "shown";
}
