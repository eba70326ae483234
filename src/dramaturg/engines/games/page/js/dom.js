// Making and replacing elements. Everything a player can focus has a key, so that focus outlives a new drawing of the screen.

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(node, props, children) {
  for (const [name, value] of Object.entries(props)) setProp(node, name, value);
  node.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""),
  );
  return node;
}

function setProp(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node[name] = value;
  else if (name === "key") node.dataset.key = value;
  else if (name === "style") for (const [rule, amount] of Object.entries(value)) node.style.setProperty(rule, amount);
  else node.setAttribute(name, value === true ? "" : value);
}

export function list(props, nodes) {
  return el(
    "ul",
    props,
    nodes.map((node) => el("li", {}, node)),
  );
}

// A button that acts once: the second click of a double click would fall on whatever has come up in its place.
export function button(props, ...children) {
  const { onclick, ...rest } = props;
  return el("button", { type: "button", ...rest, onclick: once(onclick) }, ...children);
}

export function once(act) {
  return (event) => (event.detail > 1 ? null : act(event));
}

// A click from a keyboard or from a screen reader has no pointer behind it.
export function byKeyboard(event) {
  return event.detail === 0;
}

// Puts a new tree into the page and focus back to where it was; where that is gone, to what the tree offers next.
export function draw(root, tree, wanted = null) {
  const had = wanted ?? (root.contains(document.activeElement) ? document.activeElement.dataset.key : null);
  const scrolled = [...root.querySelectorAll("[data-scrolls]")].map((node) => [
    node.dataset.scrolls,
    node.scrollLeft,
    node.scrollTop,
  ]);
  root.replaceChildren(tree);
  for (const [name, left, top] of scrolled) root.querySelector(`[data-scrolls="${name}"]`)?.scrollTo(left, top);
  if (had) focusOn(root, had);
}

export function focusOn(root, key) {
  const found = root.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  (found ?? root.querySelector("[data-next]:not(:disabled)") ?? root.querySelector("[data-key=heading]"))?.focus();
}

export function say(text) {
  const spoken = document.getElementById("spoken");
  // The same words twice are no change, and so would not be read.
  spoken.textContent = spoken.textContent === text ? `${text}\u00a0` : text;
}
