// What leaves the screen: a play can be downloaded, and tells whoever embeds the page about every event. Where it is kept
// meanwhile depends on the host: see hosts/.

import { BEFORE, fold } from "./state.js";
import { begin, step, totalPoints } from "./play.js";

// A play: when it began (milliseconds), whether timers run, and its turns, each a move and the events it brought about.
export function newPlay(blueprint, timers, began) {
  const events = begin(blueprint, timers);
  return { began, timers, turns: [{ move: null, events }], state: fold(events, BEFORE) };
}

export function played(blueprint, play, move) {
  const events = step(blueprint, play.state, move);
  return { ...play, turns: [...play.turns, { move, events }], state: fold(events, play.state) };
}

export function eventsOf(play) {
  return play.turns.flatMap((turn) => turn.events);
}

export function movesOf(play) {
  return play.turns.slice(1).map((turn) => turn.move);
}

// ── a download ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

export function download(blueprint, play) {
  const record = {
    blueprint: blueprint.id,
    timers: play.timers,
    moves: movesOf(play),
    events: eventsOf(play),
    score: totalPoints(blueprint, play.state),
  };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  link.download = `${blueprint.id}.play.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// ── the hook ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

// Each event of a play is told twice: to scripts in this page as a CustomEvent 'dramaturg:event' on the document, and to the
// window that embeds the page as a message {type: 'dramaturg:event', ...}. Both carry the same detail:
// {blueprint, event, move, score, maxScore}. Reports to a learning platform hang here. After its events, the move itself is
// told once as {type: 'dramaturg:move', blueprint, number, move, score}; its number is 1 for the first move of a play.
export function tell(blueprint, play) {
  const { move, events } = play.turns.at(-1);
  const score = totalPoints(blueprint, play.state);
  for (const event of events) {
    const detail = { blueprint: blueprint.id, event, move, score, maxScore: blueprint.totalMaxScore };
    document.dispatchEvent(new CustomEvent("dramaturg:event", { detail }));
    tellHost({ type: "dramaturg:event", ...detail });
  }
  if (move) tellHost({ type: "dramaturg:move", blueprint: blueprint.id, number: play.turns.length - 1, move, score });
}

export function tellHost(message) {
  if (window.parent !== window) window.parent.postMessage(message, "*");
}

// The window that embeds the page may hand it a play to go on with: {type: 'dramaturg:play', timers, moves, clock}, where
// `clock` is the play's seconds so far. The page says {type: 'dramaturg:ready'} once it listens.
export function hear(blueprint, onPlay) {
  if (window.parent === window) return;
  window.addEventListener("message", ({ source, data }) => {
    if (source === window.parent && data?.type === "dramaturg:play") onPlay(handed(blueprint, data));
  });
  tellHost({ type: "dramaturg:ready", blueprint: blueprint.id });
}

// The play that was handed over; none if it does not fit the game.
function handed(blueprint, { timers, moves, clock }) {
  try {
    return replayed(blueprint, moves, newPlay(blueprint, timers, Date.now() - clock * 1000));
  } catch {
    return null;
  }
}

export function replayed(blueprint, moves, play) {
  return moves.reduce((grown, move) => played(blueprint, grown, move), play);
}
