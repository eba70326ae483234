// A learning platform that speaks SCORM, 1.2 or 2004: it is told the score, how far a learner is and every answer, and keeps
// the play, so that it goes on where it was left.

import { answersIn, asLine, fromLine, isoDuration, rounded, reportOf } from "./record.js";

// How much each edition keeps of a play; a longer one resumes where it was still short enough.
const EDITIONS = {
  scorm12: {
    name: "API",
    calls: { open: "LMSInitialize", read: "LMSGetValue", write: "LMSSetValue", save: "LMSCommit", close: "LMSFinish" },
    keeps: 4096,
    best: "cmi.core.score.raw",
    values: values12,
    interaction: interaction12,
    leaving: (ms, over) => ({ "cmi.core.session_time": clockTime(ms), "cmi.core.exit": over ? "" : "suspend" }),
  },
  scorm2004: {
    name: "API_1484_11",
    calls: { open: "Initialize", read: "GetValue", write: "SetValue", save: "Commit", close: "Terminate" },
    keeps: 64000,
    best: "cmi.score.scaled",
    values: values2004,
    interaction: interaction2004,
    leaving: (ms, over) => ({ "cmi.session_time": isoDuration(ms), "cmi.exit": over ? "normal" : "suspend" }),
  },
};
const DEPTH = 12;
const LONGEST = 250; // of an answer in words
const edition = EDITIONS[document.body.dataset.host];
const platform = found();
const opened = Date.now();
let best = 0; // in percent: a second play never takes points back
let interactions = 0; // interactions
let turns = 0; // of the play that were told
let latest = null;
let isFinished = false; // some play of this learner came to its end

export function kept(blueprint) {
  if (!platform || !call("open", "")) return null;
  best = asPercent(call("read", edition.best));
  interactions = Number(call("read", "cmi.interactions._count")) || 0;
  isFinished = wasFinished();
  if (!isFinished) write(edition.values({ share: 0, points: 0, most: blueprint.totalMaxScore, progress: 0, finished: false }));
  addEventListener("pagehide", leave, { once: true });
  const play = fromLine(blueprint, call("read", "cmi.suspend_data"));
  turns = play ? play.turns.length : 0;
  latest = play;
  return play;
}

export function keep(blueprint, play) {
  if (!platform) return;
  latest = play;
  if (!play) {
    turns = 0;
    call("write", "cmi.suspend_data", "");
  } else {
    tellAnswers(blueprint, play);
    tellStanding(blueprint, play);
  }
  call("save", "");
}

function tellAnswers(blueprint, play) {
  for (const { events } of play.turns.slice(turns))
    for (const answer of answersIn(blueprint, events)) write(edition.interaction(`cmi.interactions.${interactions++}`, answer));
  turns = play.turns.length;
}

function tellStanding(blueprint, play) {
  const stands = reportOf(blueprint, play);
  const share = 100 * stands.share;
  if (share >= best && (stands.finished || !isFinished)) {
    best = share;
    isFinished = stands.finished;
    write(edition.values(stands));
  }
  const line = asLine(blueprint, play);
  if (line.length <= edition.keeps) call("write", "cmi.suspend_data", line);
}

function leave() {
  write(edition.leaving(Date.now() - opened, latest?.state.phase === "finished"));
  call("save", "");
  call("close", "");
}

// ── SCORM 1.2: a score is a share of a hundred ──────────────────────────────────────────────────────────────────────────────

function values12({ share, finished, passed }) {
  return {
    "cmi.core.score.raw": String(rounded(100 * share, 2)),
    "cmi.core.score.min": "0",
    "cmi.core.score.max": "100",
    "cmi.core.lesson_status": finished ? (passed ? "passed" : "failed") : "incomplete",
  };
}

function interaction12(place, { id, given, wanted, right, points }) {
  return {
    [`${place}.id`]: id,
    [`${place}.type`]: "fill-in",
    [`${place}.time`]: new Date().toTimeString().slice(0, 8),
    [`${place}.student_response`]: short(given),
    [`${place}.correct_responses.0.pattern`]: short(wanted),
    [`${place}.weighting`]: String(points),
    [`${place}.result`]: right ? "correct" : "wrong",
  };
}

function clockTime(milliseconds) {
  const parts = [3_600_000, 60_000].map((unit, place) => Math.floor((place ? milliseconds % 3_600_000 : milliseconds) / unit));
  const seconds = ((milliseconds % 60_000) / 1000).toFixed(2).padStart(5, "0");
  return `${parts.map((part) => String(part).padStart(2, "0")).join(":")}:${seconds}`;
}

// ── SCORM 2004 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function values2004({ points, most, share, progress, finished, passed }) {
  return {
    "cmi.score.min": "0",
    "cmi.score.max": String(most),
    "cmi.score.raw": String(points),
    "cmi.score.scaled": String(rounded(share)),
    "cmi.progress_measure": String(rounded(progress)),
    "cmi.completion_status": finished ? "completed" : "incomplete",
    "cmi.success_status": finished ? (passed ? "passed" : "failed") : "unknown",
  };
}

function interaction2004(place, { id, asked, given, wanted, right, points }) {
  return {
    [`${place}.id`]: id,
    [`${place}.type`]: "long-fill-in",
    [`${place}.timestamp`]: new Date().toISOString().replace(/\.\d+Z/, ".00Z"),
    [`${place}.description`]: short(asked),
    [`${place}.learner_response`]: short(given),
    ...(wanted && { [`${place}.correct_responses.0.pattern`]: short(wanted) }),
    [`${place}.weighting`]: String(points),
    [`${place}.result`]: right ? "correct" : "incorrect",
  };
}

// Platforms take a comma for the end of one answer and the beginning of the next.
function short(words) {
  return words.slice(0, LONGEST).replaceAll(",", ";");
}

// ── the platform ────────────────────────────────────────────────────────────────────────────────────────────────────────────

// It stands in a window around this one, or in the one that opened it.
function found() {
  return around(window) ?? (window.opener && around(window.opener)) ?? null;
}

function around(start) {
  try {
    for (let here = start, depth = 0; depth < DEPTH; here = here.parent, depth++) {
      if (here[edition.name]) return here[edition.name];
      if (here.parent === here) return null;
    }
  } catch {
    return null; // a window of somebody else
  }
  return null;
}

function call(what, ...values) {
  const said = platform[edition.calls[what]](...values);
  return what === "read" ? said : said === "true" || said === true;
}

function write(values) {
  for (const [name, value] of Object.entries(values)) call("write", name, value);
}

function asPercent(said) {
  const score = Number(said) || 0;
  return edition.name === "API" ? score : 100 * score;
}

function wasFinished() {
  const status = call("read", edition.name === "API" ? "cmi.core.lesson_status" : "cmi.completion_status");
  return ["passed", "failed", "completed"].includes(status);
}
