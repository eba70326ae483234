// What the game says to a move: right or not and why, what is left to try, and hints. Messages are data; the panel shows them.

import { button, el } from "./dom.js";
import { isSettled, itemOf, modeOf, momentOf, openItems, worth } from "./play.js";
import { whyWrong } from "./explaining.js";
import { countOf } from "./state.js";
import { counted, placeOf } from "./words.js";

const MOST_REASONS = 2; // at a time, where an order has several places wrong

// The message for the latest move, or null where it judged nothing: {tone, title, lines}.
export function verdictOf(game) {
  const judged = game.latest.filter((event) => event.kind === "answered" && event.mechanic === game.round.mechanicId);
  if (!judged.length) return null;
  if (modeOf(game.round) === "sequencing") return orderVerdict(game, judged);
  const [event] = judged;
  if (modeOf(game.round) === "branching_scenario") return storyVerdict(game, event);
  if (event.right) return { tone: "right", title: `Right: ${plus(event.points)}`, lines: rightLines(game.round, event.item) };
  return { tone: event.charged ? "wrong" : "note", title: wrongTitle(game, event), lines: wrongLines(game, event) };
}

export function verdictText(verdict) {
  return verdict ? [`${verdict.title}.`, ...verdict.lines].join(" ") : "";
}

// What an item would bring now: 'worth 5 points, 2 tries left'.
export function standingOf(round, trying, item) {
  const used = countOf(trying.attempts, item);
  const left = round.credit.length - used;
  return `worth ${counted(worth(round.pointsPerItem, round.credit[used]), "point")}, ${counted(left, "try", "tries")} left`;
}

export function coach(game) {
  const verdict = isGivenUp(game) ? null : (game.ui.note ?? verdictOf(game));
  return el("div", { class: "coach" }, verdict && verdictPart(verdict), hintPart(game));
}

// Left early or out of time: then what was said last is no longer true.
export function isGivenUp({ over, trying }) {
  return over && trying.how !== "complete";
}

function verdictPart({ tone, title, lines }) {
  return el(
    "div",
    { class: `verdict ${tone}` },
    el("p", { class: "verdict-title" }, title),
    lines.map((line) => el("p", {}, line)),
  );
}

// ── verdicts ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function rightLines(round, item) {
  return [round.feedback.correct, itemOf(round, item)?.explanation].filter(Boolean);
}

function wrongTitle(game, event) {
  if (!event.charged) return modeOf(game.round) === "memory_match" ? "No pair" : "That belongs nowhere here";
  return event.settled ? "Not quite, and that was the last try" : "Not quite";
}

function wrongLines(game, event) {
  const { round } = game;
  if (!event.charged) return freeLines(round, event);
  const why = whyWrong(round, event);
  if (event.settled) return [...why, solutionOf(game, event.item), itemOf(round, event.item).explanation].filter(Boolean);
  return [...(why.length ? why : [round.feedback.incorrect]), `It is ${standingOf(round, game.trying, event.item)}.`];
}

function freeLines(round, event) {
  const extra = round.distractors.find((each) => each.id === event.item);
  return [extra?.explanation, correctionOf(round, event.misconception), "This costs nothing."].filter(Boolean);
}

function correctionOf(round, id) {
  return round.misconceptions.find((each) => each.id === id)?.correction;
}

function solutionOf({ scene, round }, id) {
  const place = placeOf(scene, round, itemOf(round, id));
  return place && `The answer is ${place}.`;
}

function orderVerdict(game, judged) {
  const { round, trying } = game;
  const right = judged.filter((event) => event.right);
  const why = judged.filter((event) => !event.right).flatMap((event) => whyWrong(round, event));
  const open = openItems(round, trying);
  const points = judged.reduce((sum, event) => sum + event.points, 0);
  return {
    tone: right.length === judged.length ? "right" : "wrong",
    title: `${right.length} of ${judged.length} in the right place: ${plus(points)}`,
    lines: open.length ? [...why.slice(0, MOST_REASONS), `Still to place: ${open.length}.`] : [round.feedback.correct],
  };
}

function storyVerdict(game, event) {
  const moment = game.round.moments.find((each) => each.id === event.item);
  const option = moment.options.find((each) => each.id === event.answer);
  const tone = event.right ? "right" : "wrong";
  const title = event.right ? "A good decision" : option.credit > 0 ? "It could be better" : "Not a good decision";
  const belief = correctionOf(game.round, event.misconception);
  const explanation = event.right && itemOf(game.round, event.item)?.explanation;
  const lines = [...new Set([option.consequence, belief, explanation])].filter(Boolean);
  return { tone, title: event.settled ? `${title}: ${plus(event.points)}` : title, lines };
}

function plus(points) {
  return `+${counted(points, "point")}`;
}

// ── hints ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function hintPart(game) {
  const subject = game.over ? null : subjectOf(game);
  if (!subject?.hint) return null;
  if (game.trying.hinted.includes(subject.id)) return givenHints(game, subject);
  const story = modeOf(game.round) === "branching_scenario";
  const ask = () => game.send(story ? { do: "hint" } : { do: "hint", item: subject.id });
  return button({ class: "quiet", key: "hint", onclick: ask }, "Give me a hint");
}

// A second step for whoever had the first and still erred: what the thing is.
function givenHints({ trying }, { id, hint, about }) {
  const further = countOf(trying.attempts, id) > 0 && about;
  return el(
    "div",
    { class: "hint" },
    el("p", {}, el("strong", {}, "Hint: "), hint),
    further && el("p", {}, el("strong", {}, "And more: "), about),
  );
}

export function hintText(game) {
  return `Hint: ${subjectOf(game)?.hint ?? ""}`;
}

// What a hint would be about: what is up, or what is picked.
function subjectOf({ round, trying, ui }) {
  const mode = modeOf(round);
  if (mode === "branching_scenario") return momentOf(round, trying) ?? null;
  if (mode === "click_to_identify" || mode === "trace_path") return openItems(round, trying)[0] ?? null;
  const id = mode === "memory_match" ? round.cards.find((card) => card.id === ui.picked)?.item : ui.picked;
  const item = itemOf(round, id);
  return item && !isSettled(trying, item.id) ? item : null;
}
