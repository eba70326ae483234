// The first screen: what the game is about, and whether the clock counts.

import { button, el, list } from "./dom.js";
import { hasTimers } from "./timer.js";
import { counted } from "./words.js";

export function startScreen(blueprint, onBegin) {
  const clock = hasTimers(blueprint)
    ? el("input", { type: "checkbox", role: "switch", checked: true, key: "timers", id: "timers" })
    : null;
  const start = () => onBegin(clock ? clock.checked : true);
  return el(
    "div",
    { class: "screen" },
    el(
      "main",
      { class: "start" },
      el("p", { class: "eyebrow" }, blueprint.subject),
      el("h1", { tabindex: "-1", key: "heading" }, blueprint.title),
      blueprint.narrativeIntro && el("p", { class: "lead" }, blueprint.narrativeIntro),
      facts(blueprint),
      scenes(blueprint),
      clock && clockSwitch(clock),
      el("div", { class: "actions" }, button({ class: "primary", key: "begin", onclick: start }, "Begin")),
    ),
  );
}

function clockSwitch(clock) {
  return el(
    "p",
    { class: "switch" },
    clock,
    el("label", { for: "timers" }, "Play against the clock"),
    el("span", { class: "muted" }, "Some rounds have a time limit. Switched off, you have all the time you want."),
  );
}

function facts(blueprint) {
  const rounds = blueprint.scenes.reduce((sum, scene) => sum + scene.mechanics.length, 0);
  const words = [
    blueprint.difficulty,
    `about ${counted(blueprint.estimatedDurationMinutes, "minute")}`,
    counted(rounds, "round"),
    counted(blueprint.totalMaxScore, "point"),
  ];
  return list({ class: "facts" }, words);
}

function scenes({ scenes: all }) {
  const line = (scene) => el("li", {}, el("strong", {}, scene.title), el("span", { class: "muted" }, scene.learningGoal));
  return all.length > 1 && el("ol", { class: "contents" }, all.map(line));
}
