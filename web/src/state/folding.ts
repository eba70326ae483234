// What a page knows of a session, and how it changes with what the server tells. Pure: the same event twice changes nothing.

import type { Schemas } from "../api/client";

export type Shown = Schemas["SessionShown"];
export type Turn = Schemas["TurnShown"];
export type Said = { text?: string; choice?: string; to?: string };

// A turn that was said and is not played yet, by us or by somebody else, and what can be heard of the answer so far.
export type Waiting = { key: string; said: Said; mine: boolean; attempt: string; sentences: string[] };

// Why a turn was not played. What is kept can be tried again; the rest was taken back.
export type Trouble = { words: string; kept: boolean };

export type Link = "connecting" | "live" | "lost" | "gone";

export type Room = { shown: Shown; waiting: Waiting | null; trouble: Trouble | null; link: Link; rewritten: number | null };

export function entered(shown: Shown, sent: { key: string; said: Said } | null): Room {
  return { shown, waiting: sent && waitingFor(sent.key, sent.said), trouble: null, link: "connecting", rewritten: null };
}

export function waitingFor(key: string, said: Said): Waiting {
  return { key, said, mine: true, attempt: "", sentences: [] };
}

export function said(room: Room, key: string, words: Said): Room {
  const waiting = room.waiting?.key === key ? room.waiting : waitingFor(key, words);
  return { ...room, waiting, trouble: null };
}

export function begun(room: Room, { turn, key, text, choice, attempt }: Schemas["Begun"]): Room {
  if (turn < room.shown.head.turns) return room;
  const known = room.waiting?.key === key ? room.waiting : { ...waitingFor(key, { text, choice: choice ?? undefined }), mine: false };
  const sentences = known.attempt === attempt ? known.sentences : [];
  return { ...room, waiting: { ...known, attempt, sentences }, trouble: eased(room.trouble) };
}

export function spoken(room: Room, { attempt, number, text }: Schemas["Sentence"]): Room {
  const { waiting } = room;
  if (waiting?.attempt !== attempt || number !== waiting.sentences.length + 1) return room;
  return { ...room, waiting: { ...waiting, sentences: [...waiting.sentences, text] } };
}

export function played(room: Room, turn: Turn): Room {
  const { shown, waiting } = room;
  const lines = [...shown.lines.filter((line) => line.turn !== turn.turn), ...turn.lines].sort((one, other) => one.turn - other.turn);
  const newest = turn.turn + 1 >= shown.head.turns;
  const head = newest ? { ...shown.head, turns: turn.turn + 1, ended: turn.scene.ended ?? "" } : shown.head;
  const over = waiting?.key === turn.key || (newest && !waiting?.mine);
  return {
    ...room,
    shown: { ...shown, head, lines, scene: newest ? turn.scene : shown.scene },
    waiting: over ? null : waiting,
    trouble: over ? eased(room.trouble) : room.trouble,
  };
}

// What was taken back stays told until something is said again.
function eased(trouble: Trouble | null): Trouble | null {
  return trouble?.kept ? null : trouble;
}

export function failed(room: Room, key: string, trouble: Trouble): Room {
  if (room.waiting && room.waiting.key !== key) return trouble.kept ? room : { ...room, trouble };
  return { ...room, waiting: trouble.kept ? room.waiting : null, trouble };
}

export function linked(room: Room, link: Link): Room {
  return room.link === link || room.link === "gone" ? room : { ...room, link };
}

// How things stand, in a sentence.
export function standing({ link, waiting, trouble }: Room): string {
  if (link === "gone") return "This session was deleted.";
  if (trouble && !trouble.kept) return trouble.words;
  if (link === "lost") {
    const kept = waiting?.mine ? "What you said is kept and goes on when the server is back." : "What you type is kept.";
    return `The server cannot be reached; trying again. ${kept}`;
  }
  if (trouble) return trouble.words;
  if (waiting) return waiting.mine ? "The answer is coming." : "Somebody else is answering.";
  return link === "connecting" ? "Connecting." : "Everything is kept. You can leave and come back.";
}
