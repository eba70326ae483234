// Scored pairs: put in order, filtered, and measured for their bars.

import type { Schemas } from "../../../api/client";

export type Pair = Schemas["PairShown"];
export type Order = "score" | "strategy" | "concept";

const ORDERS: Record<Order, (one: Pair, other: Pair) => number> = {
  score: () => 0,
  strategy: (one, other) => one.title.localeCompare(other.title),
  concept: (one, other) => one.about.localeCompare(other.about),
};

// The pairs come best first, and stay so among equals. The one that was chosen is always on top.
export function ordered(pairs: readonly Pair[], order: Order, strategy: string): Pair[] {
  const shown = pairs.filter((pair) => !strategy || pair.strategy === strategy).sort(ORDERS[order]);
  return [...shown.filter((pair) => pair.chosen), ...shown.filter((pair) => !pair.chosen)];
}

export function strategiesIn(pairs: readonly Pair[]): [string, string][] {
  return [...new Map(pairs.map((pair) => [pair.strategy, pair.title]))].sort((one, other) => one[1].localeCompare(other[1]));
}

export type Sides = { up: number; down: number };

export function sides(pair: Pair): Sides {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + Math.abs(amount), 0);
  const amounts = pair.parts.map((part) => part.amount);
  return { up: sum(amounts.filter((amount) => amount > 0)), down: sum(amounts.filter((amount) => amount < 0)) };
}

// One scale for all bars: how far the longest reaches to either side.
export function scale(pairs: readonly Pair[]): Sides {
  const all = pairs.map(sides);
  return { up: Math.max(0.01, ...all.map((each) => each.up)), down: Math.max(0, ...all.map((each) => each.down)) };
}

export function signed(amount: number): string {
  return `${amount < 0 ? "−" : "+"}${Math.abs(amount).toFixed(2)}`;
}
