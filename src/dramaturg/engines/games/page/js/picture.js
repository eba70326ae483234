// The picture of a scene with its zones: shapes for the pointer, and a numbered pin on each that is a real button.

import { button, el, once, svg } from "./dom.js";

const PIN = 30; // pixels between the middles of two pins, so that each can be hit
const MOVED = 10; // pixels from its place from which on a pin gets a line that leads there

// `marks` says what stands at a zone: zone id to {text, tone}. `path` is a list of zone ids to join by a line. `onZone` may be
// null: then the picture is only looked at.
export function picture(scene, { zones, marks = {}, path = [], onZone = null }) {
  const { diagram } = scene;
  const pins = zones.map((zone) => pin(zone, marks[zone.id], onZone));
  const stage = el(
    "div",
    { class: "stage", style: { "--ratio": diagram.width / diagram.height }, onkeydown: (event) => walkPins(pins, event) },
    el("img", { src: inlined(diagram.svg), alt: diagram.alt, draggable: "false" }),
    overlay(zones, marks, path, onZone),
    pins,
    zones.filter((zone) => marks[zone.id]?.text).map((zone) => tag(zone, marks[zone.id])),
  );
  new ResizeObserver(() => stage.clientWidth > 0 && spreadPins(stage, zones, pins)).observe(stage);
  const credit = diagram.attribution && el("figcaption", {}, diagram.attribution);
  return el("figure", { class: "picture" }, stage, credit);
}

export function zonesOf(scene, round) {
  const known = new Set(round.choices.map((choice) => choice.id));
  return scene.zones.filter((zone) => known.has(zone.id));
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
  return button({ ...props, ...events, ...pointing, "aria-label": name, "data-drop": zone.id }, shortName(zone));
}

function shortName(zone) {
  return zone.name.match(/\d+/)?.[0] ?? zone.name;
}

function tag(zone, mark) {
  return el("span", { class: `tag ${mark.tone}`, "aria-hidden": "true", "data-tag": zone.id, style: percent(zone.at) }, mark.text);
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

// ── pins that would lie on one another are moved apart ──────────────────────────────────────────────────────────────────────

function spreadPins(stage, zones, pins) {
  const { clientWidth: width, clientHeight: height } = stage;
  const home = zones.map((zone) => [(zone.at[0] / 100) * width, (zone.at[1] / 100) * height]);
  const places = apart(home, PIN, [width, height]);
  places.forEach(([x, y], index) => {
    const at = [(100 * x) / width, (100 * y) / height];
    for (const node of [pins[index], stage.querySelector(`[data-tag="${CSS.escape(zones[index].id)}"]`)]) {
      if (node) Object.assign(node.style, percent(at));
    }
    const away = Math.hypot(x - home[index][0], y - home[index][1]) > MOVED;
    lead(stage.querySelector(`[data-leader="${CSS.escape(zones[index].id)}"]`), away ? [zones[index].at, at] : null);
  });
}

function lead(line, ends) {
  line.classList.toggle("drawn", ends !== null);
  if (!ends) return;
  const [[x1, y1], [x2, y2]] = ends;
  for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, value);
}

// The same points, none nearer to another than `distance`, all inside the size.
function apart(points, distance, [width, height]) {
  const places = points.map((point) => [...point]);
  for (let turn = 0; turn < 40; turn += 1) {
    const moved = pairs(places).filter(([one, other]) => push(one, other, distance));
    for (const place of places) keepInside(place, distance / 2, width, height);
    if (!moved.length) break;
  }
  return places;
}

function pairs(things) {
  return things.flatMap((one, index) => things.slice(index + 1).map((other) => [one, other]));
}

function push(one, other, distance) {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  const gap = Math.hypot(dx, dy);
  if (gap >= distance - 0.5) return false;
  const [ux, uy] = gap ? [dx / gap, dy / gap] : [1, 0];
  const half = (distance - gap) / 2;
  one[0] -= ux * half;
  one[1] -= uy * half;
  other[0] += ux * half;
  other[1] += uy * half;
  return true;
}

function keepInside(place, margin, width, height) {
  place[0] = Math.min(Math.max(place[0], margin), width - margin);
  place[1] = Math.min(Math.max(place[1], margin), height - margin);
}
