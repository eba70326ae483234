// The end of a try and the end of a scene: what was reached, what is needed, and the ways from here.

import { button, el } from "./dom.js";
import { judgedMost, judgedPoints, mayGoOn, onward, pointsNeeded, roundOf, scenePoints, wayOut } from "./play.js";
import { pointsOf, tryPoints } from "./state.js";
import { header } from "./frame.js";
import { listed, nameOf, pointsOutOf } from "./words.js";

const TITLES = { complete: "Round complete", time: "Time is up", left: "Round left early" };

export function endedPanel(game) {
  const { round, trying, state } = game;
  return el(
    "section",
    { class: `sheet ${state.met ? "" : "shut"}` },
    el("h2", { tabindex: "-1", key: "end" }, TITLES[trying.how]),
    el("p", { class: "points" }, pointsOutOf(tryPoints(trying), round.maxScore), bestBefore(game)),
    trying.how === "complete" && el("p", {}, round.feedback.completion),
    !state.met && el("p", {}, roundNeeds(game)),
    actions(game, againFrom(game)),
  );
}

export function betweenScreen(game) {
  const { blueprint, scene, state } = game;
  const points = scenePoints(scene, state);
  return el(
    "div",
    { class: "screen" },
    header(game),
    el(
      "main",
      {},
      el("p", { class: "eyebrow" }, `Scene ${scene.sceneNumber} of ${blueprint.scenes.length}`),
      el("h1", { tabindex: "-1", key: "heading" }, state.met ? `${scene.title}: done` : `${scene.title}: not enough yet`),
      el(
        "section",
        { class: `sheet ${state.met ? "" : "shut"}` },
        el("p", { class: "points" }, pointsOutOf(points, scene.maxScore)),
        state.met ? nextScene(blueprint, scene) : el("p", {}, sceneNeeds(blueprint, scene)),
        actions(game, "Play this scene again"),
      ),
    ),
  );
}

function bestBefore({ state, round, trying }) {
  const best = pointsOf(state, round.mechanicId);
  return best > tryPoints(trying) && el("span", { class: "muted" }, ` Your best try counts: ${best}.`);
}

function nextScene(blueprint, scene) {
  const next = blueprint.scenes.find((each) => each.sceneId === onward(blueprint, scene.sceneId)?.toSceneId);
  return next && el("p", {}, "Next: ", el("strong", {}, next.title));
}

function roundNeeds({ scene, state }) {
  const edge = wayOut(scene, state.exit);
  if (edge.trigger === "score_threshold") {
    const most = judgedMost(scene, edge);
    const needed = pointsOutOf(pointsNeeded(edge.trigger_value, most), most);
    return `To go on you need ${needed}; you have ${judgedPoints(state, edge)}. Your best try counts.`;
  }
  return `To go on, ${listed(edge.judged_over.map((id) => `“${nameOf(roundOf(scene, id))}”`))} must be played to the end.`;
}

function sceneNeeds(blueprint, scene) {
  const { condition } = onward(blueprint, scene.sceneId);
  const needed = pointsOutOf(pointsNeeded(condition, scene.maxScore), scene.maxScore);
  return `To go on you need ${needed}. Play the scene again; the best try of each round counts.`;
}

function againFrom({ scene, state, round }) {
  const first = wayOut(scene, state.exit).judged_over[0];
  return first === round.mechanicId ? "Try again" : `Try again from “${nameOf(roundOf(scene, first))}”`;
}

function actions(game, again) {
  const { met } = game.state;
  const on = mayGoOn(game.blueprint, game.state);
  return el(
    "div",
    { class: "actions" },
    !met && button({ class: "primary", key: "retry", onclick: () => game.send({ do: "retry" }) }, again),
    on &&
      button(
        { class: met ? "primary" : "plain", key: "next", onclick: () => game.send({ do: "next" }) },
        met ? "Continue" : "Continue anyway",
      ),
  );
}
