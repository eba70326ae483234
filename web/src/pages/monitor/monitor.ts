// The monitor as a page keeps it: what the server told put together, in the order in which it needs somebody.

import type { Schemas } from "../../api/client";

export type Card = Schemas["MonitoredSession"];
export type Flag = Schemas["SessionFlag"];
export type Changes = Schemas["MonitorChanges"];
export type Monitor = { mark: number; at: number; cards: Record<string, Card> };

export const FLAGS: Record<Flag["kind"], string> = {
  self_harm: "Danger",
  medical: "Emergency",
  abuse: "Abuse",
  threat: "Threat",
  distress: "Distress",
  doubt: "Perhaps distress",
  waiting: "Turn waiting",
  model: "Model failing",
  stuck: "Stuck",
  stop: "Asked to stop",
  refusal: "Refusal",
  mood: "Mood",
};

export const TONES: Record<Flag["urgency"], "bad" | "warn" | undefined> = { now: "bad", soon: "warn", note: undefined };
const ORDER: Flag["urgency"][] = ["now", "soon", "note"];

export function merged(monitor: Monitor | undefined, look: Changes): Monitor {
  const cards = look.whole || !monitor ? {} : { ...monitor.cards };
  for (const id of look.gone) delete cards[id];
  for (const card of look.cards) cards[card.id] = card;
  return { mark: look.mark, at: look.at, cards };
}

export function unseen(card: Card): Flag[] {
  return card.flags.filter((flag) => !flag.seen);
}

// 0 needs somebody now, 3 nobody.
function rank(card: Card): number {
  return Math.min(ORDER.length, ...unseen(card).map((flag) => ORDER.indexOf(flag.urgency)));
}

export type Wanted = { engine: string; flag: string };

// Those who need somebody first come first; among equals, whoever was active last.
export function shown(monitor: Monitor, wanted: Wanted): Card[] {
  return Object.values(monitor.cards)
    .filter((card) => !wanted.engine || card.engine === wanted.engine)
    .filter((card) => !wanted.flag || (wanted.flag === "any" ? card.flags.length > 0 : card.flags.some((flag) => flag.kind === wanted.flag)))
    .sort((one, other) => rank(one) - rank(other) || other.updated_at - one.updated_at || one.id.localeCompare(other.id));
}

// What is to be said aloud: flags that nobody has seen and that were not there before.
export function news(before: Monitor | undefined, now: Monitor): string[] {
  if (!before) return [];
  return Object.values(now.cards).flatMap((card) => {
    const known = new Set((before.cards[card.id]?.flags ?? []).map((flag) => `${flag.kind} ${flag.turn}`));
    return unseen(card)
      .filter((flag) => !known.has(`${flag.kind} ${flag.turn}`))
      .map((flag) => `${card.title}: ${flag.why}`);
  });
}

export function ago(seconds: number): string {
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return `${Math.floor(seconds / 3600)} h ago`;
}
