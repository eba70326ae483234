// What a learning platform is told of a play: how it stands, its answers in words, and the play itself as a line of text that
// is short enough for platforms that keep little.

import { movesOf, newPlay, replayed } from "../keep.js";
import { modeOf, totalPoints } from "../play.js";

const LETTERS = { answer: "a", arrange: "o", flip: "f", hint: "h", next: "n", retry: "r", tick: "t" };
const DOES = Object.fromEntries(Object.entries(LETTERS).map(([does, letter]) => [letter, does]));
const NOBODY = "-";

// ── how it stands ───────────────────────────────────────────────────────────────────────────────────────────────────────────

// `share` is that of the points, `progress` that of the rounds that are over; `passed` is known at the end.
export function reportOf(blueprint, play) {
  const { state } = play;
  const points = totalPoints(blueprint, state);
  const rounds = blueprint.scenes.flatMap((scene) => scene.mechanics);
  const over = rounds.filter((round) => Object.hasOwn(state.best, round.mechanicId)).length;
  const finished = state.phase === "finished";
  const share = points / blueprint.totalMaxScore;
  return { points, most: blueprint.totalMaxScore, share, finished, progress: finished ? 1 : over / rounds.length, passed: share >= passMark() };
}

// The share of the points that passes, as it was set when the package was made.
export function passMark() {
  return Number(document.body.dataset.passMark);
}

export function rounded(number, digits = 4) {
  return Number(number.toFixed(digits));
}

// ── answers in words ────────────────────────────────────────────────────────────────────────────────────────────────────────

// What was answered in these events: {id, asked, given, wanted, right, points}.
export function answersIn(blueprint, events) {
  return events.filter((event) => event.kind === "answered").map((event) => answerTold(blueprint, event));
}

function answerTold(blueprint, event) {
  const scene = blueprint.scenes.find((each) => each.mechanics.some((round) => round.mechanicId === event.mechanic));
  const round = scene.mechanics.find((each) => each.mechanicId === event.mechanic);
  const wanted = round.items.find((each) => each.id === event.item)?.answer;
  return {
    id: `${event.mechanic}.${event.item}`,
    asked: thing(round, event.item),
    given: given(scene, round, event.item, event.answer),
    wanted: wanted === undefined ? "" : given(scene, round, event.item, wanted),
    right: event.right,
    points: event.points,
  };
}

function thing(round, id) {
  const all = [...round.moments.map(({ id: name, situation }) => ({ id: name, text: situation })), ...round.items, ...round.distractors];
  return all.find((each) => each.id === id)?.text ?? id;
}

function given(scene, round, item, answer) {
  const mode = modeOf(round);
  if (mode === "memory_match") return pairWords(round, answer);
  if (mode === "sequencing") return `place ${round.choices.findIndex((choice) => choice.id === answer) + 1}`;
  const option = round.moments.find((moment) => moment.id === item)?.options.find((each) => each.id === answer);
  const zone = scene.zones.find((each) => each.id === answer);
  return option?.text ?? zone?.label ?? round.choices.find((choice) => choice.id === answer)?.text ?? answer;
}

function pairWords(round, item) {
  return round.cards
    .filter((card) => card.item === item)
    .map((card) => card.text)
    .join(" / ");
}

// ── the play as a line ──────────────────────────────────────────────────────────────────────────────────────────────────────

// Names are numbers in it, and times are thousandths of a second since the move before.
export function asLine(blueprint, play) {
  const names = namesIn(blueprint);
  let before = 0;
  const moves = movesOf(play).map((move) => {
    const parts = argumentsOf(move).map((name) => (names.has(name) ? names.get(name).toString(36) : NOBODY));
    const at = Math.round((move.at ?? 0) * 1000);
    const line = `${LETTERS[move.do]}${parts.join(".")}@${(at - before).toString(36)}`;
    before = at;
    return line;
  });
  return [play.timers ? "1" : "0", ...moves].join("~");
}

// The play that a line tells; none where it does not fit the game.
export function fromLine(blueprint, line) {
  if (!line) return null;
  try {
    const names = [...namesIn(blueprint).keys()];
    const [timers, ...rest] = line.split("~");
    let at = 0;
    const moves = rest.map((text) => {
      const [what, since] = text.split("@");
      at += parseInt(since, 36);
      const parts = what.slice(1).split(".").map((part) => (part === NOBODY ? null : names[parseInt(part, 36)]));
      return { ...moveOf(DOES[what[0]], parts), at: at / 1000 };
    });
    return replayed(blueprint, moves, newPlay(blueprint, timers === "1", Date.now() - at));
  } catch {
    return null;
  }
}

function argumentsOf(move) {
  if (move.do === "answer") return [move.item, move.answer];
  if (move.do === "hint") return [move.item];
  return move.order ?? move.cards ?? [];
}

function moveOf(does, parts) {
  if (does === "answer") return { do: does, item: parts[0], answer: parts[1] };
  if (does === "hint") return { do: does, item: parts[0] };
  if (does === "arrange") return { do: does, order: parts };
  if (does === "flip") return { do: does, cards: parts };
  return { do: does };
}

function namesIn(blueprint) {
  const rounds = blueprint.scenes.flatMap((scene) => scene.mechanics);
  const things = rounds.flatMap((round) => [
    ...round.items,
    ...round.distractors,
    ...round.choices,
    ...round.cards,
    ...round.moments.flatMap((moment) => [moment, ...moment.options]),
  ]);
  return new Map([...new Set(things.map((each) => each.id))].map((name, number) => [name, number]));
}

// ── times ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

export function isoDuration(milliseconds) {
  return `PT${rounded(milliseconds / 1000, 2)}S`;
}

