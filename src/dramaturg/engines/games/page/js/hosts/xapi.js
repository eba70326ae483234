// A learning platform that keeps statements: launched by the rules of cmi5, or plainly with an endpoint and a key (xAPI). It
// is told every answer, the end and the score, and keeps the play, so that it goes on where it was left.

import { answersIn, asLine, fromLine, isoDuration, passMark, rounded, reportOf } from "./record.js";

const VERBS = "http://adlnet.gov/expapi/verbs/";
const CATEGORIES = "https://w3id.org/xapi/cmi5/context/categories/";
const MASTERY = "https://w3id.org/xapi/cmi5/context/extensions/masteryscore";
const INTERACTION = "http://adlnet.gov/expapi/activities/cmi.interaction";
const STATE = "dramaturg-play";

const query = new URLSearchParams(location.search);
const isCmi5 = query.has("fetch");
const endpoint = query.get("endpoint")?.replace(/\/?$/, "/");
const activity = query.get("activityId") ?? query.get("activity_id");
const registration = query.get("registration");
const actor = oneActor(query.get("actor"));
const opened = Date.now();

let key = query.get("auth");
let launch = {}; // what the platform said at the launch
let known = { line: "", completed: false, judged: null }; // what was told of this registration
let turns = 0;
let waiting = Promise.resolve(); // statements go out one after another

export async function kept(blueprint) {
  if (!endpoint || !actor || !activity) return null;
  if (isCmi5) await beginCmi5();
  known = { ...known, ...(await readState(STATE)) };
  post(statement("initialized"));
  addEventListener("pagehide", leave, { once: true });
  const play = fromLine(blueprint, known.line);
  turns = play ? play.turns.length : 0;
  return play;
}

export function keep(blueprint, play) {
  if (!endpoint || !actor || !activity) return;
  if (!play) {
    turns = 0;
    known = { ...known, line: "" };
  } else {
    for (const { events } of play.turns.slice(turns)) answersIn(blueprint, events).map(answeredStatement).forEach(post);
    turns = play.turns.length;
    known = { ...known, line: asLine(blueprint, play) };
    if (play.state.phase === "finished" && counts()) tellEnd(reportOf(blueprint, play));
  }
  const state = known;
  waiting = waiting.then(() => request("PUT", statePath(STATE), state));
}

// Once completed stays completed, and once passed stays passed: a second play adds nothing to that.
function tellEnd(stands) {
  if (!known.completed) post(completed());
  if (known.judged !== "passed" && (known.judged === null || stands.passed)) post(judged(stands));
  known = { ...known, completed: true, judged: known.judged === "passed" || stands.passed ? "passed" : "failed" };
}

function leave() {
  request("POST", "statements", timed(statement("terminated")), { keepalive: true });
}

// Somebody who only looks at the game is not judged.
function counts() {
  return !isCmi5 || (launch.launchMode ?? "Normal") === "Normal";
}

// ── statements ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function statement(word, { about = {}, categories = ["cmi5"] } = {}) {
  const template = launch.contextTemplate ?? {};
  const said = template.contextActivities ?? {};
  const category = [...(said.category ?? []), ...(isCmi5 ? categories.map((name) => ({ id: CATEGORIES + name })) : [])];
  return {
    id: crypto.randomUUID?.() ?? uuid(),
    actor,
    verb: { id: VERBS + word, display: { en: word } },
    object: { objectType: "Activity", id: activity, ...about },
    context: { ...template, ...(registration && { registration }), contextActivities: { ...said, ...(category.length && { category }) } },
    timestamp: new Date().toISOString(),
  };
}

function completed() {
  return timed(statement("completed", { categories: ["cmi5", "moveon"] }), { completion: true });
}

function judged({ points, most, share, passed }) {
  const score = { scaled: rounded(share), raw: points, min: 0, max: most };
  const told = timed(statement(passed ? "passed" : "failed", { categories: ["cmi5", "moveon"] }), { score, success: passed });
  const extensions = { ...told.context.extensions, [MASTERY]: passMark() };
  return isCmi5 ? { ...told, context: { ...told.context, extensions } } : told;
}

function answeredStatement({ id, asked, given, wanted, right }) {
  const definition = {
    type: INTERACTION,
    interactionType: "fill-in",
    description: { en: asked },
    ...(wanted && { correctResponsesPattern: [wanted] }),
  };
  const told = statement("answered", { about: { id: `${activity}#${encodeURIComponent(id)}`, definition }, categories: [] });
  return { ...told, result: { response: given, success: right } };
}

function timed(told, result = {}) {
  return { ...told, result: { ...result, duration: isoDuration(Date.now() - opened) } };
}

function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

// ── the platform ────────────────────────────────────────────────────────────────────────────────────────────────────────────

async function beginCmi5() {
  const { "auth-token": token } = await (await fetch(query.get("fetch"), { method: "POST" })).json();
  key = `Basic ${token}`;
  launch = (await readState("LMS.LaunchData")) ?? {};
  if (launch.masteryScore !== undefined) document.body.dataset.passMark = launch.masteryScore;
  if (/^https?:/.test(launch.returnURL ?? "")) document.body.dataset.returnUrl = launch.returnURL;
  await read(`agents/profile?${new URLSearchParams({ profileId: "cmi5LearnerPreferences", agent: JSON.stringify(actor) })}`);
}

function statePath(stateId) {
  const named = { activityId: activity, agent: JSON.stringify(actor), ...(registration && { registration }), stateId };
  return `activities/state?${new URLSearchParams(named)}`;
}

function readState(stateId) {
  return read(statePath(stateId));
}

// What the platform keeps there; none where it keeps nothing, or cannot be reached.
async function read(path) {
  try {
    const said = await request("GET", path);
    return said.ok ? await said.json() : null;
  } catch {
    return null;
  }
}

function post(told) {
  waiting = waiting.then(() => request("POST", "statements", told));
}

// A platform that cannot be reached does not stop the game.
function request(method, path, body, options = {}) {
  const headers = { Authorization: key ?? "", "X-Experience-API-Version": "1.0.3", "Content-Type": "application/json" };
  const sent = fetch(endpoint + path, { method, headers, body: body && JSON.stringify(body), ...options });
  return method === "GET" ? sent : sent.catch(() => null);
}

// Older launches wrap name and account in lists.
function oneActor(text) {
  if (!text) return null;
  const given = JSON.parse(text);
  const single = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
  const { accountServiceHomePage: homePage, accountName: name } = single.account ?? {};
  return homePage ? { ...single, account: { homePage, name } } : single;
}
