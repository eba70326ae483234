// Branching scenario: a story with decisions. What was decided, and what came of it, stays to be read.

import { coach } from "../coach.js";
import { button, el } from "../dom.js";
import { momentOf } from "../play.js";

export function branchingScenario(game) {
  const moment = momentOf(game.round, game.trying);
  const ending = game.round.endings.find((each) => each.id === game.trying.moment);
  return el(
    "div",
    { class: "story" },
    trail(game),
    coach(game),
    ending && el("p", { class: `ending ${ending.good ? "right" : "shown"}` }, ending.text),
    moment && !game.over && decision(game, moment),
  );
}

function decision(game, moment) {
  const option = (each, index) =>
    el(
      "li",
      {},
      button(
        { class: "option", key: `option:${index}`, "data-next": index === 0, onclick: () => decide(game, each) },
        el("span", { class: "letter", "aria-hidden": "true" }, String.fromCharCode(65 + index)),
        el("span", {}, each.text),
      ),
    );
  return el(
    "section",
    { class: "moment" },
    el("h2", { tabindex: "-1", key: "moment" }, moment.situation),
    el("ul", { class: "options" }, moment.options.map(option)),
  );
}

function decide(game, option) {
  game.send({ do: "answer", answer: option.id }, "moment");
}

function trail(game) {
  const decided = game.trail.filter((event) => event.kind === "answered");
  const past = game.over ? decided : decided.slice(0, -1);
  if (!past.length) return null;
  return el("ol", { class: "trail", "aria-label": "What you have decided" }, past.map((event) => passage(game.round, event)));
}

function passage(round, event) {
  const moment = round.moments.find((each) => each.id === event.item);
  const option = moment.options.find((each) => each.id === event.answer);
  return el(
    "li",
    {},
    el("p", { class: "muted" }, moment.situation),
    el("p", {}, el("strong", {}, option.text)),
    el("p", {}, option.consequence),
  );
}
