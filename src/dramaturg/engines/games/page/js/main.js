// The game on its way: it holds the play and what is picked, draws the screen, and passes moves to the rules. Only here
// something changes.

import { hintText, verdictOf, verdictText } from "./coach.js";
import { draw, focusOn, say } from "./dom.js";
import { betweenScreen } from "./ended.js";
import { roundScreen } from "./frame.js";
import { keep, kept } from "./hosts/browser.js";
import { download, eventsOf, hear, newPlay, played, tell, tellHost } from "./keep.js";
import { promptText } from "./mechanics/pointing.js";
import { modeOf, roundOf, sceneOf } from "./play.js";
import { Refused } from "./moves.js";
import { practiceOf } from "./proven.js";
import { resultScreen } from "./result.js";
import { startScreen } from "./start.js";
import { runTimer } from "./timer.js";

const whole = JSON.parse(document.getElementById("blueprint").textContent);
const root = document.getElementById("game");

let blueprint = whole; // or a smaller one, of what was missed
let play = await kept(blueprint);
let result = null; // the finished play, while what was missed in it is practised
let ui = {}; // what is picked, how rows stand, a note: nothing that counts
let isHanded = false; // the play was handed over by whoever embeds the page, and the next one will be too

const SCREENS = {
  playing: roundScreen,
  ended: roundScreen,
  between: betweenScreen,
  finished: (game) =>
    resultScreen(game, { isPractice: result !== null, onAgain: result ? backToResult : restart, onPractise: practise, onDownload: () => download(blueprint, play) }),
};

function show(focus = null) {
  const tree = play ? SCREENS[play.state.phase](gameNow()) : startScreen(blueprint, start);
  draw(root, tree, focus);
}

// All that a screen needs to know, as it stands now.
function gameNow() {
  const { state } = play;
  const scene = sceneOf(blueprint, state.scene);
  const round = roundOf(scene, state.mechanic);
  const { trail, latest } = recent();
  return {
    blueprint,
    state,
    scene,
    round,
    trail,
    latest,
    ui,
    choose,
    send,
    seconds,
    trying: state.tries[state.mechanic],
    over: state.phase === "ended",
    events: eventsOf(play),
    focusNext: () => focusOn(root, ""),
  };
}

// The events of this try, and those of its latest judged move.
function recent() {
  const entered = play.turns.findLastIndex((turn) => turn.events.some((event) => event.kind === "entered"));
  const turns = play.turns.slice(entered + 1);
  const judged = turns.findLast((turn) => turn.events.some((event) => event.kind === "answered"));
  return { trail: turns.flatMap((turn) => turn.events), latest: judged?.events ?? [] };
}

function seconds() {
  return Math.max(0, Math.round(Date.now() - play.began) / 1000);
}

function start(timers) {
  grow(newPlay(blueprint, timers, Date.now()));
}

// A play to go on with, from whoever embeds the page.
function takeUp(given) {
  if (!given) {
    tellHost({ type: "dramaturg:unfit", blueprint: blueprint.id });
    return;
  }
  isHanded = true;
  [blueprint, play, result] = [whole, given, null];
  ui = {};
  show();
}

function restart() {
  if (isHanded) {
    tellHost({ type: "dramaturg:again", blueprint: blueprint.id });
    return;
  }
  play = null;
  ui = {};
  keep(blueprint, play);
  show("heading");
}

// What was missed comes again in a game of its own. It is neither kept nor told, and counts for nothing.
function practise() {
  const smaller = practiceOf(blueprint, eventsOf(play));
  result ??= play;
  blueprint = smaller;
  play = newPlay(smaller, false, Date.now());
  ui = {};
  show("heading");
  window.scrollTo(0, 0);
}

function backToResult() {
  [blueprint, play, result] = [whole, result, null];
  show("heading");
}

function choose(changes, focus = null) {
  ui = { ...ui, note: null, ...changes };
  show(focus);
}

// The events a move brought about; none where it was refused.
function send(move, focus = null) {
  try {
    return grow(played(blueprint, play, { ...move, at: seconds() }), focus);
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    choose({ note: { tone: "note", title: refusal.message, lines: [] } });
    say(refusal.message);
    return [];
  }
}

function grow(grown, focus = null) {
  const before = play?.state;
  play = grown;
  const { events } = play.turns.at(-1);
  ui = left(events);
  if (!result) keep(blueprint, play);
  const moved = before?.phase !== play.state.phase || events.some((event) => event.kind === "entered");
  show(moved ? (play.state.phase === "ended" ? "end" : "heading") : focus);
  if (moved) window.scrollTo(0, 0);
  else root.querySelector(".verdict")?.scrollIntoView({ block: "nearest" });
  say(spoken(events));
  if (!result) tell(blueprint, play);
  return events;
}

// What stays picked after a move: what is still open.
function left(events) {
  const kinds = events.map((event) => event.kind);
  if (kinds.includes("entered")) return { large: ui.large };
  const done = kinds.includes("flipped") || events.some((event) => event.kind === "answered" && event.settled);
  return { order: ui.order, large: ui.large, picked: done ? null : ui.picked };
}

function spoken(events) {
  const game = gameNow();
  if (events.some((event) => event.kind === "hinted")) return hintText(game);
  const verdict = events.some((event) => event.kind === "answered") ? verdictText(verdictOf(game)) : "";
  const prompted = game.state.phase === "playing" && ["click_to_identify", "trace_path"].includes(modeOf(game.round));
  return prompted ? `${verdict} ${promptText(game)}`.trim() : verdict;
}

runTimer(root, seconds, () => send({ do: "tick" }));
show();
hear(blueprint, takeUp);
