// What a play has proven: which things were right at once, and which were not; and a game of those that were not.

import { modeOf } from "./play.js";

const LONGEST_NAME = 60;
const WHOLE = ["sequencing", "memory_match", "branching_scenario"]; // they make no sense in part

// Things by name, each once: {shown, missed}, each of them {name, mechanic, item}. Missed is what was not right at once, in
// any round.
export function provenIn(blueprint, events) {
  const things = new Map();
  for (const scene of blueprint.scenes)
    for (const round of scene.mechanics)
      for (const item of round.items) {
        const found = { name: nameOfThing(scene, round, item), mechanic: round.mechanicId, item: item.id };
        const known = isShown(events, round, item);
        const earlier = things.get(found.name);
        if (!earlier || (earlier.known && !known)) things.set(found.name, { ...found, known });
      }
  const all = [...things.values()];
  return { shown: all.filter((each) => each.known), missed: all.filter((each) => !each.known) };
}

// A game of all rounds in which something was missed, and there only of what was missed. None where it would be empty.
export function practiceOf(blueprint, events) {
  const scenes = blueprint.scenes.map((scene) => practiceScene(scene, events)).filter((scene) => scene.mechanics.length);
  if (!scenes.length) return null;
  return {
    ...blueprint,
    scenes,
    sceneTransitions: scenes.slice(1).map((scene, place) => transition(scenes[place], scene)),
    totalMaxScore: scenes.reduce((sum, scene) => sum + scene.maxScore, 0),
    completionMessage: "What was missed before is right now.",
  };
}

function practiceScene(scene, events) {
  const mechanics = scene.mechanics.map((round) => practiceRound(round, events)).filter(Boolean);
  return {
    ...scene,
    mechanics,
    maxScore: mechanics.reduce((sum, round) => sum + round.maxScore, 0),
    startingMechanicId: mechanics[0]?.mechanicId,
    modeTransitions: mechanics.map((round, place) => onwardFrom(round, mechanics[place + 1])),
  };
}

function practiceRound(round, events) {
  const missed = round.items.filter((item) => !isShown(events, round, item));
  if (!missed.length) return null;
  const ids = missed.map((item) => item.id);
  const items = WHOLE.includes(modeOf(round))
    ? round.items
    : missed.map((item) => ({ ...item, after: ids.includes(item.after) ? item.after : null }));
  return { ...round, type: modeOf(round), timedChallengeWrappedMode: null, timeLimitSeconds: null, items, maxScore: items.length * round.pointsPerItem };
}

function onwardFrom(round, next) {
  const to = next?.mechanicId ?? "scene_end";
  return { from_mechanic_id: round.mechanicId, to_mechanic_id: to, trigger: "user_choice", trigger_value: null, judged_over: [round.mechanicId] };
}

function transition(from, to) {
  return { fromSceneId: from.sceneId, toSceneId: to.sceneId, type: "auto", condition: null };
}

// Right at the first answer to it, in some try.
function isShown(events, round, item) {
  const answers = [];
  for (const event of events) {
    if (event.kind === "entered" && event.mechanic === round.mechanicId) answers.push(null);
    if (event.kind !== "answered" || event.mechanic !== round.mechanicId || event.item !== item.id) continue;
    if (answers.at(-1) === null && (event.charged || event.right)) answers.push(event.right);
  }
  return answers.includes(true);
}

function nameOfThing(scene, round, item) {
  const zone = scene.zones.find((each) => each.id === item.answer);
  const text = zone?.label ?? item.text;
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME).replace(/\s+\S*$/, "")} …` : text;
}
