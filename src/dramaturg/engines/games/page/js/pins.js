// Where pins and tags go on a picture of some size: pins that would lie on one another move apart, tags that would hide
// something stay away.

const GAP = 2; // pixels between two pins
const MOVED = 10; // pixels from its place from which on a pin gets a line that leads there
const NARROWEST_TAG = 76; // pixels; a tag is otherwise as wide as its zone

export function layOut(stage, zones) {
  const size = [stage.clientWidth, stage.clientHeight];
  const pins = zones.map((zone) => partOf(stage, "zone", zone));
  const breadth = Math.max(...pins.map((pin) => pin.offsetWidth));
  const home = zones.map((zone) => inPixels(zone.at, size));
  const places = apart(home, breadth + GAP, size);
  zones.forEach((zone, index) => {
    const [x, y] = places[index];
    Object.assign(pins[index].style, { left: `${x}px`, top: `${y}px` });
    const away = Math.hypot(x - home[index][0], y - home[index][1]) > MOVED;
    lead(partOf(stage, "leader", zone), away ? [home[index], places[index]] : null, size);
  });
  layTags(stage, zones, places, breadth);
}

function partOf(stage, kind, zone) {
  return stage.querySelector(`[data-${kind}="${CSS.escape(zone.id)}"]`);
}

function inPixels([x, y], [width, height]) {
  return [(x / 100) * width, (y / 100) * height];
}

function lead(line, ends, [width, height]) {
  line.classList.toggle("drawn", ends !== null);
  if (!ends) return;
  const [[x1, y1], [x2, y2]] = ends.map(([x, y]) => [(100 * x) / width, (100 * y) / height]);
  for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, value);
}

// ── pins ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

// The same points, none nearer to another than `distance`, all inside the size.
function apart(points, distance, [width, height]) {
  const places = points.map((point) => [...point]);
  for (let turn = 0; turn < 60; turn += 1) {
    const moved = pairs(places).filter(([one, other]) => push(one, other, distance));
    for (const place of places) keepInside(place, distance / 2, width, height);
    if (!moved.length) break;
  }
  return places;
}

function pairs(things) {
  return things.flatMap((one, index) => things.slice(index + 1).map((other) => [one, other]));
}

// Pins count as squares: each has a square of the screen to itself.
function push(one, other, distance) {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  const axis = Math.abs(dx) >= Math.abs(dy) ? 0 : 1;
  const gap = Math.abs(axis === 0 ? dx : dy);
  if (gap >= distance - 0.5) return false;
  const half = (Math.sign(axis === 0 ? dx : dy) || 1) * ((distance - gap) / 2);
  one[axis] -= half;
  other[axis] += half;
  return true;
}

function keepInside(place, margin, width, height) {
  place[0] = clamp(place[0], margin, width - margin);
  place[1] = clamp(place[1], margin, height - margin);
}

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), Math.max(least, most));
}

// ── tags ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

// A tag lies over its own pin. Where it would cover another pin or tag it is left away: the list beside the picture has it too.
function layTags(stage, zones, places, breadth) {
  const pinBoxes = places.map(([x, y]) => ({ left: x - breadth / 2, top: y - breadth / 2, width: breadth, height: breadth }));
  const laid = [];
  zones.forEach((zone, index) => {
    const tag = partOf(stage, "tag", zone);
    if (!tag) return;
    const box = tagBox(tag, zone, places[index], stage);
    const others = [...pinBoxes.filter((_, other) => other !== index), ...laid];
    const crowded = !tag.classList.contains("named") && others.some((other) => overlap(box, other));
    tag.classList.toggle("crowded", crowded);
    if (!crowded) laid.push(box);
  });
}

function tagBox(tag, zone, [x, y], stage) {
  const across = zone.points.map(([left]) => left);
  const wide = ((Math.max(...across) - Math.min(...across)) / 100) * stage.clientWidth;
  tag.style.maxWidth = `${Math.max(wide, NARROWEST_TAG)}px`;
  const { offsetWidth: width, offsetHeight: height } = tag;
  const left = clamp(x - width / 2, 2, stage.clientWidth - width - 2);
  const top = clamp(y - height / 2, 2, stage.clientHeight - height - 2);
  Object.assign(tag.style, { left: `${left}px`, top: `${top}px` });
  return { left, top, width, height };
}

function overlap(one, other) {
  const across = one.left < other.left + other.width && other.left < one.left + one.width;
  return across && one.top < other.top + other.height && other.top < one.top + one.height;
}
