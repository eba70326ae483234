// Light or dark: as the reader's machine says, unless they choose here. Canvases ask for the colours, and to be told of a change.

import { useSyncExternalStore } from "react";

const SLOT = "dramaturg:theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function told(): void {
  for (const listener of listeners) listener();
}

dark.addEventListener("change", told);

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Reads a token's colour as it is shown now: canvases do not know the style sheet.
export function colours(): (name: string) => string {
  const probe = document.body.appendChild(document.createElement("span"));
  const read = new Map<string, string>();
  queueMicrotask(() => probe.remove());
  return (name) => {
    const known = read.get(name);
    if (known) return known;
    probe.style.color = `var(--${name})`;
    const colour = getComputedStyle(probe).color;
    read.set(name, colour);
    return colour;
  };
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}

function choose(theme: "light" | "dark"): void {
  document.documentElement.dataset.theme = theme;
  window.localStorage.setItem(SLOT, theme);
  told();
}

export function restoreTheme(): void {
  const kept = window.localStorage.getItem(SLOT);
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
}

export function ThemeSwitch() {
  const shownDark = useSyncExternalStore(onTheme, isDark);
  return (
    <button type="button" className="button quiet" onClick={() => choose(shownDark ? "light" : "dark")}>
      {shownDark ? "Light" : "Dark"}
      <span className="visually-hidden"> colours</span>
    </button>
  );
}
