// What a page knows of a session, and how it changes with what the server tells. Pure: the same event twice changes nothing.

import type { Schemas } from "../api/client";

export type Shown = Schemas["SessionShown"];
export type Turn = Schemas["TurnShown"];
export type Said = Partial<Schemas["Said"]>;

// What was sent: its words under their own key, and the turn that they were meant to be.
export type Sent = { key: string; said: Said; turn: number };

// A turn that was said and is not played yet, by us or by somebody else, and what can be heard of the answer so far. `turn` is the
// place it was said for.
export type Waiting = { key: string; said: Said; turn: number; mine: boolean; attempt: string; speaker: string; sentences: string[] };

// Why a turn was not played. What is kept can be tried again; the rest was taken back.
type Trouble = { words: string; kept: boolean };

export type Link = "connecting" | "live" | "lost" | "gone";

export type Room = { shown: Shown; waiting: Waiting | null; trouble: Trouble | null; link: Link; rewritten: number | null };

export function entered(shown: Shown, sent: Sent | null): Room {
  return { shown, waiting: sent && waitingFor(sent), trouble: null, link: "connecting", rewritten: null };
}

function waitingFor(sent: Sent): Waiting {
  return { ...sent, mine: true, attempt: "", speaker: "", sentences: [] };
}

// The session read anew. What was played while it was on its way stays.
export function reread(room: Room, shown: Shown): Room {
  const { head, lines, scene, options, current } = room.shown;
  if (shown.head.turns >= head.turns) return { ...room, shown };
  const since = lines.filter((line) => line.turn >= shown.head.turns);
  return { ...room, shown: { ...shown, head, scene, options, current, lines: [...shown.lines, ...since] } };
}

export function said(room: Room, sent: Sent): Room {
  const waiting = room.waiting?.key === sent.key ? room.waiting : waitingFor(sent);
  return { ...room, waiting, trouble: null };
}

// What is shown as waiting. Once the log has a turn in its place, either these words stand there already, and only their answer was
// lost on the way, or somebody else's do: the server will say which.
export function coming({ shown, waiting }: Room): Waiting | null {
  return waiting && waiting.turn >= shown.head.turns ? waiting : null;
}

export function begun(room: Room, { turn, key, text, choice, attempt, speaker }: Schemas["Begun"]): Room {
  if (turn < room.shown.head.turns) return room;
  const known = room.waiting?.key === key ? room.waiting : { ...waitingFor({ key, said: { text, choice }, turn }), mine: false };
  const sentences = known.attempt === attempt ? known.sentences : [];
  return { ...room, waiting: { ...known, turn, attempt, speaker, sentences }, trouble: eased(room.trouble) };
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
    shown: { ...shown, head, lines, ...(newest ? { scene: turn.scene, options: turn.options, current: turn.beside } : {}) },
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

// A turn that somebody began and that is not played here: looking on plays nothing, so it may need somebody to resume it.
export function left({ waiting }: Room): boolean {
  return waiting !== null && !waiting.mine && waiting.attempt === "";
}

// How things stand, in a sentence.
export function standing(room: Room): string {
  const { link, waiting, trouble } = room;
  if (link === "gone") return "This session was deleted.";
  if (trouble && !trouble.kept) return trouble.words;
  if (link === "lost") {
    const kept = waiting?.mine ? "What you said is kept and goes on when the server is back." : "What you type is kept.";
    return `The server cannot be reached; trying again. ${kept}`;
  }
  if (trouble) return trouble.words;
  if (left(room)) return "This turn was begun and is not answered yet.";
  if (waiting) return waiting.mine ? "The answer is coming." : "Somebody else is answering.";
  return link === "connecting" ? "Connecting." : "Everything is kept. You can leave and come back.";
}
