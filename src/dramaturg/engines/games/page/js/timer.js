// The clock of a round: what is left, and a word when it gets short.

import { el, say } from "./dom.js";
import { nextDeadline } from "./play.js";

const WARN_AT = [60, 30, 10]; // seconds left that are said aloud

export function timer({ scene, state, seconds }) {
  const deadline = nextDeadline(scene, state);
  return deadline && el("p", { class: "timer", role: "timer", "data-due": deadline.due }, timeLeft(deadline.due - seconds()));
}

export function hasTimers(blueprint) {
  const timed = (scene) => scene.mechanics.some((round) => round.timeLimitSeconds !== null);
  return blueprint.scenes.some((scene) => timed(scene) || scene.modeTransitions.some((edge) => edge.trigger === "time_elapsed"));
}

// Runs for as long as the page is open: shows what is left, and reports once the time is up.
export function runTimer(root, seconds, onDue) {
  let before = Infinity;
  setInterval(() => {
    const node = root.querySelector(".timer");
    if (!node) return;
    const left = Number(node.dataset.due) - seconds();
    if (left <= 0) {
      onDue();
      return;
    }
    node.textContent = timeLeft(left);
    node.classList.toggle("short", left <= 10);
    if (WARN_AT.some((mark) => left <= mark && before > mark && before < left + 2)) say(`${Math.ceil(left)} seconds left.`);
    before = left;
  }, 250);
}

function timeLeft(left) {
  const whole = Math.max(0, Math.ceil(left));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
