// What the page of a game says to the studio around it, and what the studio says to it. Nothing else is listened to.

export type Move = Record<string, unknown>;

export type FromPage =
  | { type: "dramaturg:ready" }
  | { type: "dramaturg:move"; number: number; move: Move; score: number }
  | { type: "dramaturg:again" }
  | { type: "dramaturg:unfit" };

export type ToPage = { type: "dramaturg:play"; timers: boolean; moves: Move[]; clock: number };

const BARE = ["dramaturg:ready", "dramaturg:again", "dramaturg:unfit"];

// A message of the page's; null for anything of another shape.
export function messageOf(data: unknown): FromPage | null {
  if (!isRecord(data) || typeof data.type !== "string") return null;
  if (BARE.includes(data.type)) return { type: data.type } as FromPage;
  if (data.type !== "dramaturg:move" || !isRecord(data.move) || typeof data.move.do !== "string") return null;
  if (!Number.isSafeInteger(data.number) || !Number.isSafeInteger(data.score)) return null;
  return { type: "dramaturg:move", number: data.number as number, move: data.move, score: data.score as number };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
