// One prompt at a time, answered by choosing an area of the picture. Shared by finding and tracing.

import { coach, standingOf } from "../coach.js";
import { el } from "../dom.js";
import { picture, zonesOf } from "../picture.js";
import { isSettled, openItems } from "../play.js";
import { toneOf } from "./placing.js";

export function pointing(game, { thing, path = [] }) {
  const { scene, round, trying } = game;
  const marks = Object.fromEntries(
    round.items
      .filter((item) => isSettled(trying, item.id))
      .map((item) => [item.answer, { text: "", tone: toneOf(trying, item.id) }]),
  );
  const onZone = game.over ? null : (zone) => game.send({ do: "answer", answer: zone });
  return el(
    "div",
    { class: "board" },
    !game.over && prompt(game, thing),
    picture(game, { zones: zonesOf(scene, round), marks, path, onZone }),
    coach(game),
  );
}

export function promptText({ round, trying }) {
  return openItems(round, trying)[0]?.text ?? "";
}

function prompt({ round, trying }, thing) {
  const [item] = openItems(round, trying);
  return el(
    "section",
    { class: "prompt" },
    el("h2", {}, `${thing} ${round.items.indexOf(item) + 1} of ${round.items.length}`),
    el("p", { class: "prompt-text" }, item.text),
    el("p", { class: "muted" }, `Choose an area: ${standingOf(round, trying, item.id)}.`),
  );
}
