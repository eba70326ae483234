// How the why panel puts figures and names.

const STAGES: [string, string][] = [
  ["perceive", "Reading the words"],
  ["decide", "Deciding"],
  ["express", "Wording the line"],
  ["check", "Checking the line"],
  ["settle", "Settling the turn"],
];

export const SOURCES: Record<string, string> = {
  model: "A model wrote it.",
  retry: "A model wrote it, at the second try.",
  offline: "It was put together without a model, from authored words and rules.",
};

export type Timing = { name: string; seconds: number };

// The five steps of a turn in their order, and whatever an engine timed inside them.
export function stages(timings: Readonly<Record<string, number>>): { steps: Timing[]; inner: Timing[] } {
  const known = new Map(STAGES);
  return {
    steps: STAGES.flatMap(([id, name]) => (timings[id] === undefined ? [] : [{ name, seconds: timings[id] }])),
    inner: Object.entries(timings).flatMap(([id, seconds]) => (known.has(id) ? [] : [{ name: spaced(id), seconds }])),
  };
}

// "SlotDiscovery" as "Slot discovery".
export function spaced(name: string): string {
  const words = name.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, "$1 $2").split(" ");
  return words.map((word, index) => (index === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase())).join(" ");
}

export function lasting(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  const milliseconds = seconds * 1000;
  return milliseconds < 1 ? "under 1 ms" : `${Math.round(milliseconds)} ms`;
}

export type Value = string | number | boolean;

export function valued(value: Value): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? String(Math.round(value * 1000) / 1000) : value.replaceAll("_", " ");
}

// What matters most first: words and counts as they come, then shares from the highest down.
export function inOrder<T extends { value: Value; share: boolean }>(signals: readonly T[]): T[] {
  const shares = signals.filter((signal) => signal.share);
  return [...signals.filter((signal) => !signal.share), ...shares.sort((one, other) => Number(other.value) - Number(one.value))];
}
