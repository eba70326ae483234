// What stands around every round: title, score, how far one has come, the task, and the way on.

import { ask } from "./dialog.js";
import { button, el } from "./dom.js";
import { endedPanel } from "./ended.js";
import { VIEWS } from "./mechanics/table.js";
import { mayGoOn, modeOf, totalPoints } from "./play.js";
import { timer } from "./timer.js";
import { counted, nameOf } from "./words.js";

export function header({ blueprint, state }) {
  const points = totalPoints(blueprint, state);
  return el(
    "header",
    { class: "top" },
    el("p", { class: "game-title" }, blueprint.title),
    el("p", { class: "score" }, el("strong", {}, String(points)), ` / ${blueprint.totalMaxScore} points`),
    progress(blueprint, state),
  );
}

export function roundScreen(game) {
  return el(
    "div",
    { class: "screen" },
    header(game),
    el(
      "main",
      {},
      task(game),
      game.over && endedPanel(game),
      el("div", { class: "play", inert: game.over }, VIEWS[modeOf(game.round)](game)),
      !game.over && wayOn(game),
    ),
  );
}

function progress(blueprint, state) {
  const rounds = blueprint.scenes.flatMap((scene) => scene.mechanics.map((round) => round.mechanicId));
  const done = state.phase === "finished" ? rounds.length : rounds.indexOf(state.mechanic) + (state.phase === "playing" ? 0 : 1);
  const steps = rounds.map((_, index) => el("span", { class: index < done ? "done" : index === done ? "here" : "" }));
  const text = `${done} of ${counted(rounds.length, "round")} done`;
  return el("div", { class: "progress", role: "img", "aria-label": text }, steps);
}

function task(game) {
  const { blueprint, scene, round } = game;
  const isFirst = scene.startingMechanicId === round.mechanicId;
  return el(
    "div",
    { class: "task" },
    el("p", { class: "eyebrow" }, sceneLine(blueprint, scene)),
    el("div", { class: "task-line" }, el("h1", { tabindex: "-1", key: "heading" }, nameOf(round)), !game.over && timer(game)),
    isFirst && !game.over && intro(scene),
    !game.over && el("p", { class: "instruction" }, round.instruction),
  );
}

function sceneLine(blueprint, scene) {
  return blueprint.scenes.length > 1 ? `Scene ${scene.sceneNumber} of ${blueprint.scenes.length}: ${scene.title}` : scene.title;
}

function intro(scene) {
  return el(
    "div",
    { class: "intro" },
    scene.narrativeIntro && el("p", {}, scene.narrativeIntro),
    el("p", { class: "muted" }, `Goal: ${scene.learningGoal}`),
  );
}

// Going on is always possible; while something is open it is asked first.
function wayOn(game) {
  const open = mayGoOn(game.blueprint, game.state);
  const leave = () => ask(question(game, open), () => game.send({ do: "next" }));
  return el(
    "div",
    { class: "actions way-on" },
    button({ class: "plain", key: "leave", onclick: leave }, open ? "Go on" : "Leave this round"),
  );
}

function question(game, open) {
  const left = `${stillOpen(game)} still open and would bring no points.`;
  if (open) return { title: "Go on?", text: `${left} What you have you keep.`, yes: "Go on", no: "Keep playing" };
  return {
    title: "Leave this round?",
    text: `${left} You would not have enough yet to go on.`,
    yes: "Leave",
    no: "Keep playing",
  };
}

function stillOpen({ round, trying }) {
  if (modeOf(round) === "branching_scenario") return "The story is";
  return counted(round.items.length - Object.keys(trying.settled).length, "answer is", "answers are");
}
