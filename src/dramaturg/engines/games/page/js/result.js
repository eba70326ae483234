// The last screen: the score and how it came about, what was believed wrongly, what was right, and whose pictures these are.

import { button, el, list } from "./dom.js";
import { SHOWN } from "./explaining.js";
import { header } from "./frame.js";
import { modeOf, scenePoints, totalPoints } from "./play.js";
import { provenIn } from "./proven.js";
import { pointsOf } from "./state.js";
import { counted, listed, nameOf, placeOf } from "./words.js";

export function resultScreen(game, { isPractice, onAgain, onPractise, onDownload }) {
  const { blueprint, state } = game;
  const standing = provenIn(blueprint, game.events);
  const { missed } = standing;
  const points = totalPoints(blueprint, state);
  return el(
    "div",
    { class: "screen" },
    header(game),
    el(
      "main",
      { class: "result" },
      el("h1", { tabindex: "-1", key: "heading" }, isPractice ? "Practice" : "Your result"),
      el("p", { class: "total" }, el("strong", {}, String(points)), ` of ${counted(blueprint.totalMaxScore, "point")}`),
      el("p", { class: "lead" }, closing(blueprint, points, standing.shown.length)),
      el(
        "div",
        { class: "actions" },
        button({ class: missed.length ? "plain" : "primary", key: "again", onclick: onAgain }, isPractice ? "Back to your result" : "Play again"),
        missed.length > 0 && button({ class: "primary", key: "practise", onclick: onPractise }, `Practise what was missed (${missed.length})`),
        !isPractice && button({ class: "plain", key: "download", onclick: onDownload }, "Download this play"),
        wayBack(),
      ),
      proven(standing),
      scoreTable(game),
      beliefs(game),
      el(
        "section",
        {},
        el("h2", {}, "What was right"),
        blueprint.scenes.flatMap((scene) => scene.mechanics.map((round) => answers(scene, round))),
      ),
      credits(blueprint),
    ),
  );
}

// The game's own last words promise something: they are said where it was shown.
function closing(blueprint, points, shown) {
  if (points >= SHOWN * blueprint.totalMaxScore) return blueprint.completionMessage;
  return shown
    ? "You have come to the end, and part of it is yours already. What was missed is worth another play."
    : "You have come to the end. Nothing of it sticks yet, and now you know what to look for: play again, or practise what was missed.";
}

// What was shown and what was not, by name.
function proven({ shown, missed }) {
  const part = (title, tone, names) =>
    names.length > 0 && el("div", { class: `proven ${tone}` }, el("h3", {}, title), list({ class: "chips" }, names));
  return el(
    "section",
    {},
    el("h2", {}, "What you showed"),
    part("Right at once", "right", shown.map((each) => each.name)),
    part("Not yet", "wrong", missed.map((each) => each.name)),
  );
}

// Where a learning platform wants its learners back.
function wayBack() {
  const { returnUrl } = document.body.dataset;
  return returnUrl && el("a", { class: "plain", href: returnUrl }, "Back to the course");
}

function scoreTable({ blueprint, state, events }) {
  const waived = (id) => state.waived.includes(id);
  const sceneLine = (scene) => ({
    name: scene.title,
    points: scenePoints(scene, state),
    most: scene.maxScore,
    waived: waived(scene.sceneId),
  });
  const roundLine = (round) => ({
    name: nameOf(round),
    points: pointsOf(state, round.mechanicId),
    most: round.maxScore,
    tries: triesOf(events, round.mechanicId),
    waived: waived(round.mechanicId),
  });
  const rows = blueprint.scenes.flatMap((scene) => [
    scoreRow("scene-row", sceneLine(scene)),
    ...scene.mechanics.map((round) => scoreRow("", roundLine(round))),
  ]);
  const head = ["Round", "Points", "Tries"].map((word) => el("th", { scope: "col" }, word));
  return el(
    "section",
    {},
    el("h2", {}, "Round by round"),
    el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)),
  );
}

function scoreRow(kind, { name, points, most, tries = "", waived }) {
  const note = waived && el("small", { class: "muted" }, "went on without enough");
  const cells = [`${points} / ${most}`, String(tries)].map((text) => el("td", {}, text));
  return el("tr", { class: kind }, el("th", { scope: "row" }, name, note), cells);
}

function triesOf(events, mechanic) {
  return events.filter((event) => event.kind === "entered" && event.mechanic === mechanic).length || "none";
}

function beliefs({ blueprint, state }) {
  const known = blueprint.scenes.flatMap((scene) =>
    scene.mechanics.flatMap((round) => round.misconceptions.map((each) => ({ ...each, name: `${round.mechanicId}/${each.id}` }))),
  );
  const shownHere = known.filter((each) => state.misconceptions.includes(each.name));
  const line = ({ belief, correction }) => [el("dt", {}, belief), el("dd", {}, correction)];
  if (!shownHere.length) return null;
  return el("section", {}, el("h2", {}, "Worth another thought"), el("dl", { class: "beliefs" }, shownHere.map(line)));
}

function answers(scene, round) {
  const line = (item, index) =>
    el(
      "li",
      {},
      el("p", {}, el("strong", {}, item.text)),
      el("p", {}, `→ ${solution(scene, round, item, index)}`),
      item.explanation && el("p", { class: "muted" }, item.explanation),
    );
  return el(
    "details",
    {},
    el("summary", {}, `${scene.title}: ${nameOf(round)}`),
    el("ul", { class: "answers" }, inOrder(round).map(line)),
  );
}

function inOrder(round) {
  if (modeOf(round) !== "sequencing") return round.items;
  const place = (item) => round.choices.findIndex((choice) => choice.id === item.answer);
  return [...round.items].sort((one, other) => place(one) - place(other));
}

function solution(scene, round, item, index) {
  const mode = modeOf(round);
  if (mode === "sequencing") return `place ${index + 1}`;
  if (mode === "memory_match") return listed(round.cards.filter((card) => card.item === item.id).map((card) => card.text));
  if (mode === "branching_scenario") return bestOption(round, item).text;
  return placeOf(scene, round, item, true);
}

function bestOption(round, item) {
  return round.moments.find((moment) => moment.id === item.id).options.find((option) => option.id === item.answer);
}

function credits(blueprint) {
  const lines = [...new Set(blueprint.scenes.map((scene) => scene.diagram?.attribution).filter(Boolean))];
  return lines.length > 0 && el("section", {}, el("h2", {}, "Pictures"), list({ class: "credits" }, lines));
}
