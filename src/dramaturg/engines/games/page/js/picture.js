// The picture of a scene with its zones: shapes for the pointer, and a numbered pin on each that is a real button.

import { button, el, once, svg } from "./dom.js";
import { layOut } from "./pins.js";

// `marks` says what stands at a zone: zone id to {text, tone}. `path` is a list of zone ids to join by a line. `onZone` may be
// null: then the picture is only looked at.
export function picture(game, { zones, marks = {}, path = [], onZone = null }) {
  const { diagram } = game.scene;
  const pins = zones.map((zone) => pin(zone, marks[zone.id], onZone));
  const stage = el(
    "div",
    { class: "stage", style: { "--ratio": diagram.width / diagram.height }, onkeydown: (event) => walkPins(pins, event) },
    el("img", { src: inlined(diagram.svg), alt: diagram.alt, draggable: "false" }),
    overlay(zones, marks, path, onZone),
    pins,
    zones.filter((zone) => marks[zone.id]?.text).map((zone) => tag(zone, marks[zone.id])),
  );
  new ResizeObserver(() => stage.clientWidth > 0 && layOut(stage, zones)).observe(stage);
  const credit = diagram.attribution && el("figcaption", {}, diagram.attribution);
  const mount = el("div", { class: `mount ${game.ui.large ? "large" : ""}`, "data-scrolls": "mount" }, stage);
  return el("figure", { class: "picture" }, mount, el("div", { class: "caption" }, credit, onZone && enlarger(game)));
}

// On a small screen the picture can be made larger than it, and moved about.
function enlarger(game) {
  const { large } = game.ui;
  return button(
    {
      class: "quiet enlarge",
      key: "enlarge",
      "aria-pressed": String(Boolean(large)),
      onclick: () => game.choose({ large: !large }),
    },
    "Larger picture",
  );
}

// The zones that can be chosen, each with what can be told of its place to whoever cannot see it.
export function zonesOf(scene, round) {
  const captions = new Map(round.choices.map((choice) => [choice.id, choice.caption]));
  return scene.zones.filter((zone) => captions.has(zone.id)).map((zone) => ({ ...zone, caption: captions.get(zone.id) }));
}

export function pinKey(zone) {
  return `zone:${zone}`;
}

function inlined(drawing) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
}

function pin(zone, mark, onZone) {
  const name = mark?.text ? `${zone.name}: ${mark.text}` : zone.name;
  const props = { class: `pin ${mark?.tone ?? ""}`, key: pinKey(zone.id), "data-zone": zone.id, style: percent(zone.at) };
  if (!onZone) return el("span", { ...props, "aria-hidden": "true" }, shortName(zone));
  const light = (on) => (event) => lightUp(event.currentTarget, zone.id, on);
  const events = { onclick: (event) => onZone(zone.id, event), onfocus: light(true), onblur: light(false) };
  const pointing = { onpointerenter: light(true), onpointerleave: light(false) };
  const spoken = { "aria-label": name, "aria-description": zone.caption || null };
  return button({ ...props, ...events, ...pointing, ...spoken, "data-drop": zone.id }, shortName(zone));
}

function shortName(zone) {
  return zone.name.match(/\d+/)?.[0] ?? zone.name;
}

function tag(zone, mark) {
  return el("span", { class: `tag ${mark.tone}`, "aria-hidden": "true", "data-tag": zone.id }, mark.text);
}

function percent([x, y]) {
  return { left: `${x}%`, top: `${y}%` };
}

// Small zones lie above large ones, so that a part inside another can be hit.
function overlay(zones, marks, path, onZone) {
  const ordered = [...zones].sort((one, other) => areaOf(other.points) - areaOf(one.points));
  return svg(
    "svg",
    { class: "overlay", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    ordered.map((zone) => shape(zone, marks[zone.id], onZone)),
    path.length > 1 && svg("polyline", { class: "path", points: path.map((id) => pointOf(zones, id).join(",")).join(" ") }),
    zones.map((zone) => svg("line", { class: "leader", "data-leader": zone.id })),
  );
}

function shape(zone, mark, onZone) {
  const points = zone.points.map((point) => point.join(",")).join(" ");
  const act = onZone && { "data-drop": zone.id, onclick: once((event) => onZone(zone.id, event)) };
  return svg("polygon", { class: `zone ${mark?.tone ?? ""}`, "data-shape": zone.id, points, ...act });
}

function pointOf(zones, id) {
  return zones.find((zone) => zone.id === id).at;
}

function areaOf(points) {
  const sum = points.reduce((area, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length];
    return area + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum) / 2;
}

function lightUp(pinNode, zone, on) {
  pinNode.parentElement?.querySelector(`[data-shape="${CSS.escape(zone)}"]`)?.classList.toggle("lit", on);
}

function walkPins(pins, event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const here = pins.indexOf(document.activeElement);
  if (!step || here < 0) return;
  event.preventDefault();
  pins[(here + step + pins.length) % pins.length].focus();
}
