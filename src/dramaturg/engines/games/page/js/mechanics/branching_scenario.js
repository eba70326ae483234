// Branching scenario: a story with decisions. What was decided, and what came of it, stays to be read.

import { coach, isGivenUp } from "../coach.js";
import { button, el, list } from "../dom.js";
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
  return el(
    "section",
    { class: "moment" },
    el("h2", { tabindex: "-1", key: "moment" }, moment.situation),
    list(
      { class: "options" },
      moment.options.map((option, index) => choiceOf(game, option, index)),
    ),
  );
}

function choiceOf(game, option, index) {
  const decide = () => game.send({ do: "answer", answer: option.id }, "moment");
  return button(
    { class: "option", key: `option:${index}`, "data-next": index === 0, onclick: decide },
    el("span", { class: "letter", "aria-hidden": "true" }, String.fromCharCode(65 + index)),
    el("span", {}, option.text),
  );
}

// The latest decision is not here while the coach speaks of it.
function trail(game) {
  const decided = game.trail.filter((event) => event.kind === "answered");
  const past = isGivenUp(game) ? decided : decided.slice(0, -1);
  if (!past.length) return null;
  return el(
    "ol",
    { class: "trail", "aria-label": "What you have decided" },
    past.map((event) => passage(game.round, event)),
  );
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
