// Dragging with a pointer: a piece follows it and is dropped on whatever carries data-drop. Fingers drag by the grip, so that
// they can still scroll; a mouse drags by any part.

import { el } from "./dom.js";

const STARTS_AFTER = 6; // pixels: less is a click with an unsteady hand

export function grip() {
  return el("span", { class: "grip", "aria-hidden": "true" });
}

export function draggable(node, onDrop) {
  node.classList.add("draggable");
  node.onpointerdown = (down) => {
    if (down.button === 0 && (down.pointerType === "mouse" || down.target.closest(".grip"))) follow(node, down, onDrop);
  };
  return node;
}

function follow(node, down, onDrop) {
  const drag = { ghost: null, over: null };
  const listening = new AbortController();
  const listen = (kind, act) => window.addEventListener(kind, act, { signal: listening.signal });
  const stop = () => {
    listening.abort();
    if (drag.ghost) letGo(node, drag);
  };
  listen("pointermove", (move) => {
    if (move.pointerId !== down.pointerId) return;
    if (!drag.ghost && Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) > STARTS_AFTER) {
      drag.ghost = lifted(node, down);
    }
    if (drag.ghost) moveTo(drag, move, down);
  });
  listen("pointerup", (up) => {
    const target = drag.ghost ? dropUnder(up) : null;
    if (drag.ghost) swallowClick();
    stop();
    if (target) onDrop(target.dataset.drop);
  });
  listen("pointercancel", stop);
}

function lifted(node, down) {
  const box = node.getBoundingClientRect();
  const ghost = node.cloneNode(true);
  ghost.className += " ghost";
  ghost.removeAttribute("data-key");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
  document.body.append(ghost);
  node.classList.add("lifted");
  if (node.hasPointerCapture(down.pointerId)) node.releasePointerCapture(down.pointerId);
  return ghost;
}

function moveTo(drag, move, down) {
  drag.ghost.style.transform = `translate(${move.clientX - down.clientX}px, ${move.clientY - down.clientY}px)`;
  const target = dropUnder(move);
  if (target === drag.over) return;
  drag.over?.classList.remove("over");
  target?.classList.add("over");
  drag.over = target;
}

function letGo(node, drag) {
  drag.ghost.remove();
  drag.over?.classList.remove("over");
  node.classList.remove("lifted");
}

function dropUnder(pointer) {
  return document.elementFromPoint(pointer.clientX, pointer.clientY)?.closest("[data-drop]") ?? null;
}

// The click that follows a drag was not meant.
function swallowClick() {
  const swallow = (event) => event.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}
