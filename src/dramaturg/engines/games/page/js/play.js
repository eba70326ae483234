// The rules of play: a blueprint, a state and a move give events. The same as play.py; one set of cases holds the two together.

import { BEFORE, apply, countOf, pointsOf, tryPoints } from "./state.js";
import { Refused, requireMove } from "./moves.js";

const PATIENCE = 2; // unmet ends after which one may go on anyway
const HAIR = 1e-9; // so that 0.7 of 10 is 7 on every machine
const SCENE_END = "scene_end";
const ONE_AT_A_TIME = ["click_to_identify", "trace_path"];

// A play on its way: what has happened in this move so far, and where it has led.
class Table {
  constructor(blueprint, state) {
    this.blueprint = blueprint;
    this.state = state;
    this.events = [];
  }

  happen(event) {
    this.events.push(event);
    this.state = apply(this.state, event);
  }

  get scene() {
    return sceneOf(this.blueprint, this.state.scene);
  }

  get round() {
    return roundOf(this.scene, this.state.mechanic);
  }

  get trying() {
    return this.state.tries[this.state.mechanic];
  }
}

// How every play begins.
export function begin(blueprint, timers = true) {
  const table = new Table(blueprint, BEFORE);
  table.happen({ kind: "began", timers });
  enterScene(table, blueprint.scenes[0]);
  return table.events;
}

// What a move brings about. Throws Refused, and then nothing has happened. A move after the time was up only ends the round.
export function step(blueprint, state, move) {
  requireMove(move);
  if (state.phase === "finished") throw new Refused("finished", "The game is over; play again to begin a new one.");
  const table = new Table(blueprint, state);
  if ((move.at ?? 0) > state.clock) table.happen({ kind: "clocked", at: move.at });
  const late = lateExit(table);
  if (late !== null) end(table, "time", late);
  else DO[move.do](table, move);
  return table.events;
}

// ── looking things up ───────────────────────────────────────────────────────────────────────────────────────────────────────

export function modeOf(round) {
  return round.timedChallengeWrappedMode ?? round.type;
}

export function sceneOf(blueprint, id) {
  return blueprint.scenes.find((scene) => scene.sceneId === id);
}

export function roundOf(scene, id) {
  return scene.mechanics.find((round) => round.mechanicId === id);
}

export function wayOut(scene, id) {
  return scene.modeTransitions.find((edge) => edge.from_mechanic_id === id);
}

export function onward(blueprint, sceneId) {
  return blueprint.sceneTransitions.find((transition) => transition.fromSceneId === sceneId);
}

// ── moves ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const DO = {
  answer: doAnswer,
  arrange: doArrange,
  flip: doFlip,
  hint: doHint,
  next: doNext,
  retry: doRetry,
  tick: () => {}, // only the clock moved
};

function doAnswer(table, move) {
  const round = requirePlaying(table);
  const mode = modeOf(round);
  if (mode === "branching_scenario") {
    chooseOption(table, round, move);
  } else if (mode === "sequencing" || mode === "memory_match") {
    throw new Refused("wrong-move", `${mode} is not played by single answers`);
  } else if (round.distractors.some((extra) => extra.id === move.item)) {
    requireChoice(round, move.answer);
    table.happen(answered(round, move.item, move.answer, {}));
  } else {
    const item = openItem(round, table.trying, move.item);
    requireChoice(round, move.answer);
    judge(table, round, item, move.answer);
  }
  endIfComplete(table);
}

function doArrange(table, { order }) {
  const round = requirePlaying(table);
  if (modeOf(round) !== "sequencing")
    throw new Refused("wrong-move", `${modeOf(round)} is not played by putting things in order`);
  if (
    !sameNames(
      order,
      round.items.map((item) => item.id),
    )
  )
    throw new Refused("not-all-items", "The order must name every item once.");
  const { settled } = table.trying;
  const placed = Object.fromEntries(order.map((name, index) => [name, round.choices[index].id]));
  const moved = round.items.filter((item) => countOf(settled, item.id) > 0 && placed[item.id] !== item.answer);
  if (moved.length) throw new Refused("settled-moved", "What is right already must stay where it is.");
  for (const name of order) {
    if (!Object.hasOwn(settled, name)) judge(table, round, itemOf(round, name), placed[name]);
  }
  endIfComplete(table);
}

function doFlip(table, move) {
  const round = requirePlaying(table);
  if (modeOf(round) !== "memory_match") throw new Refused("wrong-move", `${modeOf(round)} is not played with cards`);
  const { seen } = table.trying;
  const [first, second] = move.cards.map((name) => requireCard(round, table.trying, name));
  if (first === second) throw new Refused("same-card", "Turn over two different cards.");
  table.happen({ kind: "flipped", mechanic: round.mechanicId, cards: move.cards });
  const known = round.cards.some((card) => card.item === first.item && card.id !== first.id && seen.includes(card.id));
  if (first.item === second.item || known) judge(table, round, itemOf(round, first.item), second.item);
  else table.happen(answered(round, first.item, second.item, { misconception: misconceptionOf(round, first.item, second.item) }));
  endIfComplete(table);
}

function doHint(table, move) {
  const round = requirePlaying(table);
  const isStory = modeOf(round) === "branching_scenario";
  const name = isStory ? momentOf(round, table.trying).id : openItem(round, table.trying, move.item).id;
  if (!table.trying.hinted.includes(name)) table.happen({ kind: "hinted", mechanic: round.mechanicId, item: name });
}

function doNext(table) {
  const { phase, mechanic, exit, scene } = table.state;
  if (phase === "playing") {
    end(table, "left", mechanic);
    if (table.state.met) goOn(table);
  } else if (phase === "ended") {
    requireOpen(table.state, exit);
    goOn(table);
  } else {
    requireOpen(table.state, scene);
    leaveScene(table);
  }
}

function doRetry(table) {
  const { phase, met, exit, scene } = table.state;
  if (phase === "playing" || met) throw new Refused("nothing-to-retry", "There is nothing to try again here.");
  if (phase === "between") {
    table.happen({ kind: "retried", mechanics: table.scene.mechanics.map((round) => round.mechanicId) });
    enterScene(table, table.scene);
    return;
  }
  const again = wayOut(table.scene, exit).judged_over;
  table.happen({ kind: "retried", mechanics: again });
  table.happen({ kind: "entered", scene, mechanic: again[0] });
}

// ── judging ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function judge(table, round, item, answer) {
  const before = countOf(table.trying.attempts, item.id);
  const right = answer === item.answer;
  const verdict = {
    right,
    charged: !right,
    settled: right || before + 1 === round.credit.length,
    points: right ? worth(round.pointsPerItem, round.credit[before]) : 0,
    misconception: right ? null : misconceptionOf(round, item.id, answer),
  };
  table.happen(answered(round, item.id, answer, verdict));
}

function chooseOption(table, round, move) {
  const moment = momentOf(round, table.trying);
  if ((move.item ?? moment.id) !== moment.id) throw new Refused("not-open", "The story is at another moment.");
  const option = moment.options.find((each) => each.id === move.answer);
  if (!option) throw new Refused("no-such-answer", `there is no option ${move.answer} here`);
  const settled = itemOf(round, moment.id) !== undefined && !isSettled(table.trying, moment.id);
  const right = option.credit === 1;
  const verdict = {
    right,
    charged: !right,
    settled,
    points: settled ? worth(round.pointsPerItem, option.credit) : 0,
    misconception: right ? null : misconceptionOf(round, moment.id, option.id),
  };
  table.happen(answered(round, moment.id, option.id, verdict));
  table.happen({ kind: "went", mechanic: round.mechanicId, to: option.next });
}

function answered(round, item, answer, verdict) {
  const nothing = { right: false, charged: false, settled: false, points: 0, misconception: null };
  return { kind: "answered", mechanic: round.mechanicId, item, answer, ...nothing, ...verdict };
}

// Whole points, halves rounded up, so that every player counts the same.
export function worth(points, credit) {
  return Math.floor(points * credit + 0.5);
}

function misconceptionOf(round, item, answer) {
  return round.misconceptions.find((each) => each.item === item && each.answer === answer)?.id ?? null;
}

// Every item is settled, or the story has come to an ending.
function isComplete(round, trying) {
  if (modeOf(round) === "branching_scenario") return round.endings.some((ending) => ending.id === trying.moment);
  return Object.keys(trying.settled).length === round.items.length;
}

// The items that can be answered now.
export function openItems(round, trying) {
  const open = round.items.filter(
    (item) => !isSettled(trying, item.id) && (item.after === null || isSettled(trying, item.after)),
  );
  return ONE_AT_A_TIME.includes(modeOf(round)) ? open.slice(0, 1) : open;
}

export function isSettled(trying, item) {
  return Object.hasOwn(trying.settled, item);
}

export function itemOf(round, id) {
  return round.items.find((item) => item.id === id);
}

export function momentOf(round, trying) {
  return round.moments.find((moment) => trying.moment === null || moment.id === trying.moment);
}

// ── the way out ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

function endIfComplete(table) {
  if (isComplete(table.round, table.trying)) end(table, "complete", table.state.mechanic);
}

function end(table, how, exit) {
  const met = isMet(table.scene, table.state, wayOut(table.scene, exit), how);
  table.happen({ kind: "ended", mechanic: table.state.mechanic, how, points: tryPoints(table.trying), exit, met });
}

function isMet(scene, state, edge, how) {
  const { trigger, judged_over: judged } = edge;
  if (trigger === "completion" || trigger === "parent_completion") return allDone(state, judged, how);
  if (trigger === "score_threshold") return reached(judgedPoints(state, edge), edge.trigger_value, judgedMost(scene, edge));
  if (trigger === "time_elapsed") return !state.timers || how === "time" || allDone(state, judged, how);
  return true;
}

// Whether `next` would be let through from where the play stands.
export function mayGoOn(blueprint, state) {
  const scene = sceneOf(blueprint, state.scene);
  if (state.phase === "playing") return isMet(scene, state, wayOut(scene, state.mechanic), "left");
  return isOpen(state, state.phase === "ended" ? state.exit : state.scene);
}

export function judgedPoints(state, edge) {
  return total(edge.judged_over.map((name) => pointsOf(state, name)));
}

export function judgedMost(scene, edge) {
  return total(edge.judged_over.map((name) => roundOf(scene, name).maxScore));
}

// Each is complete, or was passed with good reason; the one that ends now is complete only if it ends so.
function allDone(state, mechanics, how) {
  return mechanics.every((name) => state.passed.includes(name) || isDone(state, name, how));
}

function isDone(state, name, how) {
  return (name === state.mechanic ? how : state.tries[name]?.how) === "complete";
}

function reached(points, share, most) {
  return points >= (share ?? 0) * most - HAIR;
}

export function pointsNeeded(share, most) {
  return Math.ceil((share ?? 0) * most - HAIR);
}

function lateExit(table) {
  const deadline = nextDeadline(table.scene, table.state);
  return deadline !== null && deadline.due <= table.state.clock ? deadline.exit : null;
}

// When time runs out and whose way out is taken then; of several the one due first, and of those the widest.
export function nextDeadline(scene, state) {
  if (!state.timers || state.phase !== "playing") return null;
  return deadlines(scene, state).sort(sooner)[0] ?? null;
}

function sooner(one, other) {
  return one.due - other.due || other.width - one.width || (one.exit < other.exit ? -1 : 1);
}

function deadlines(scene, state) {
  const limit = roundOf(scene, state.mechanic).timeLimitSeconds;
  const own = limit === null ? [] : [{ due: state.tries[state.mechanic].enteredAt + limit, width: 1, exit: state.mechanic }];
  const edges = scene.modeTransitions.filter(
    (edge) => edge.trigger === "time_elapsed" && edge.judged_over.includes(state.mechanic),
  );
  const shared = edges.map((edge) => ({
    due: state.tries[edge.judged_over[0]].enteredAt + (edge.trigger_value ?? 0),
    width: edge.judged_over.length,
    exit: edge.from_mechanic_id,
  }));
  return [...own, ...shared];
}

function goOn(table) {
  const { exit, met, scene } = table.state;
  const edge = wayOut(table.scene, exit);
  table.happen({ kind: "passed", exit, mechanics: edge.judged_over, waived: !met });
  if (edge.to_mechanic_id === SCENE_END) endScene(table);
  else table.happen({ kind: "entered", scene, mechanic: edge.to_mechanic_id });
}

function endScene(table) {
  const { scene } = table;
  const on = onward(table.blueprint, scene.sceneId);
  const points = scenePoints(scene, table.state);
  const met = on?.type !== "score_gate" || reached(points, on.condition, scene.maxScore);
  table.happen({ kind: "scene_ended", scene: scene.sceneId, points, met });
  if (met && on?.type !== "button") leaveScene(table);
}

function leaveScene(table) {
  const { sceneId } = table.scene;
  table.happen({ kind: "scene_passed", scene: sceneId, waived: !table.state.met });
  const on = onward(table.blueprint, sceneId);
  if (on) enterScene(table, sceneOf(table.blueprint, on.toSceneId));
  else table.happen({ kind: "finished", points: totalPoints(table.blueprint, table.state) });
}

function enterScene(table, scene) {
  table.happen({ kind: "entered", scene: scene.sceneId, mechanic: scene.startingMechanicId });
}

export function scenePoints(scene, state) {
  return total(scene.mechanics.map((round) => pointsOf(state, round.mechanicId)));
}

export function totalPoints(blueprint, state) {
  return total(blueprint.scenes.map((scene) => scenePoints(scene, state)));
}

function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

// ── refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function requirePlaying(table) {
  if (table.state.phase !== "playing") throw new Refused("not-playing", "This round is over.");
  return table.round;
}

function openItem(round, trying, name) {
  const open = openItems(round, trying);
  if (name === null || name === undefined) {
    if (!ONE_AT_A_TIME.includes(modeOf(round))) throw new Refused("no-item", "Pick first what you want to place.");
    return open[0];
  }
  const item = itemOf(round, name);
  if (!item) throw new Refused("no-such-item", `there is no item ${name} here`);
  if (isSettled(trying, name)) throw new Refused("already-settled", "That one is settled already.");
  if (!open.includes(item)) throw new Refused("not-open", "That one is not open yet.");
  return item;
}

function requireChoice(round, answer) {
  if (!round.choices.some((choice) => choice.id === answer))
    throw new Refused("no-such-answer", `there is no answer ${answer} here`);
}

function requireCard(round, trying, name) {
  const card = round.cards.find((each) => each.id === name);
  if (!card) throw new Refused("no-such-card", `there is no card ${name} here`);
  if (isSettled(trying, card.item)) throw new Refused("already-settled", "That card is out of the game.");
  return card;
}

function requireOpen(state, what) {
  if (!isOpen(state, what)) throw new Refused("shut", "That is not enough to go on yet: try again.");
}

function isOpen(state, what) {
  return state.met || countOf(state.unmet, what) >= PATIENCE;
}

function sameNames(some, others) {
  const known = new Set(others);
  return some.length === others.length && new Set(some).size === some.length && some.every((name) => known.has(name));
}
