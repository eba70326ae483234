// A session that a page takes part in: what was said is sent under one key until it was played, and the stream tells the rest.

import { useCallback, useEffect } from "react";
import { api, got, problemIn, type Problem, type Schemas } from "../api/client";
import { freshKey } from "../keys";
import { begun, entered, failed, linked, played, type Room, reread, type Said, type Sent, said, spoken, type Turn } from "./folding";
import { clearSent, giveBack, keepSent, sent } from "./outbox";
import { load, read, renew, type Resource, update, useResource } from "./store";

const AGAIN = 2000; // milliseconds until a stream that the server refused is asked for again
const keyOf = (session: string) => `session:${session}`;
const posting = new Set<string>(); // keys that are on their way to the server

type RoomInUse = {
  room: Resource<Room> & { reload: () => Promise<void> };
  say: (said: Said) => void;
  retry: () => void;
};

export function useRoom(session: string): RoomInUse {
  const room = useResource<Room>(keyOf(session), () => enter(session));
  const entered = room.data !== undefined;
  useEffect(() => (entered ? follow(session) : undefined), [session, entered]);
  const say = useCallback((words: Said) => speak(session, words), [session]);
  const retry = useCallback(() => again(session), [session]);
  return { room, say, retry };
}

async function enter(session: string): Promise<Room> {
  const shown = await got(api.GET("/api/v1/sessions/{session}", { params: { path: { session } } }));
  const before = read<Room>(keyOf(session)).data;
  return before ? reread(before, shown) : entered(shown, sent(session));
}

function change(session: string, fold: (room: Room) => Room): void {
  update<Room>(keyOf(session), fold);
}

// ── saying ──

function speak(session: string, words: Said): void {
  const room = read<Room>(keyOf(session)).data;
  if (!room || room.waiting) return;
  const fresh = { key: freshKey(), said: words, turn: room.shown.head.turns };
  keepSent(session, fresh);
  void post(session, fresh);
}

// What is still waiting is sent again under its own key, or taken up where the server has it already.
function again(session: string): void {
  const mine = sent(session);
  if (mine) void post(session, mine);
  else void resume(session);
}

async function post(session: string, mine: Sent): Promise<void> {
  const { key, said: words } = mine;
  if (posting.has(key)) return;
  posting.add(key);
  change(session, (room) => said(room, mine));
  try {
    const turn = await got(
      api.POST("/api/v1/sessions/{session}/turns", {
        params: { path: { session }, header: { "idempotency-key": key } },
        body: { text: words.text ?? "", choice: words.choice, to: words.to },
      }),
    );
    tellPlayed(session, turn);
  } catch (error) {
    refuse(session, mine, problemIn(error));
  } finally {
    posting.delete(key);
  }
}

async function resume(session: string): Promise<void> {
  try {
    const turn = await got(api.POST("/api/v1/sessions/{session}/resume", { params: { path: { session } } }));
    if (turn) tellPlayed(session, turn);
    else tellKept(session, "It is still being played elsewhere. Try again in a moment.");
  } catch (error) {
    tellKept(session, problemIn(error).detail);
  }
}

function tellKept(session: string, words: string): void {
  const { waiting } = read<Room>(keyOf(session)).data ?? {};
  if (waiting) change(session, (room) => failed(room, waiting.key, { words, kept: true }));
}

function tellPlayed(session: string, turn: Turn): void {
  clearSent(session, turn.key);
  change(session, (room) => played(room, turn));
}

// Only what cannot be played is given back; everything else stays under its key, to be tried again.
function refuse(session: string, { key, said: words }: Sent, problem: Problem): void {
  const kept = problem.status === 0 || problem.status === 429 || problem.status >= 500;
  if (!kept) {
    clearSent(session, key);
    giveBack(session, words.text ?? "");
  }
  const other = problem.status === 409 ? "Somebody else spoke at the same moment. Read what was said, then send yours again." : "";
  change(session, (room) => failed(room, key, { words: other || problem.detail, kept }));
}

// ── following ──

// Hears what happens from the last turn that is known; gives back how to stop.
function follow(session: string): () => void {
  let place = String((read<Room>(keyOf(session)).data?.shown.head.turns ?? 0) - 1);
  let source: EventSource | null = null;
  let timer = 0;

  function open(): void {
    source?.close();
    window.clearTimeout(timer);
    source = new EventSource(`/api/v1/sessions/${encodeURIComponent(session)}/events?after=${encodeURIComponent(place)}`);
    source.onerror = lost;
    for (const name of Object.keys(HEARING) as (keyof Happenings)[]) {
      source.addEventListener(name, (event) => {
        place = event.lastEventId || place;
        hear(name, session, event.data);
        if (name === "gone") stop();
      });
    }
  }

  function lost(): void {
    change(session, (room) => linked(room, "lost"));
    if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(open, AGAIN);
  }

  // A stream without a network may stay silent instead of ending.
  function drop(): void {
    source?.close();
    lost();
  }

  function stop(): void {
    source?.close();
    window.clearTimeout(timer);
    window.removeEventListener("online", open);
    window.removeEventListener("offline", drop);
  }

  window.addEventListener("online", open);
  window.addEventListener("offline", drop);
  open();
  return stop;
}

type Happenings = {
  heard: Schemas["Begun"];
  pending: Schemas["Begun"];
  sentence: Schemas["Sentence"];
  turn: Turn;
  failed: Schemas["Failed"];
  ready: Schemas["Ready"];
  changed: Schemas["Changed"];
  gone: Schemas["Gone"];
};

const HEARING: { [Name in keyof Happenings]: (session: string, data: Happenings[Name]) => void } = {
  heard: (session, data) => change(session, (room) => begun(room, data)),
  pending: (session, data) => change(session, (room) => begun(room, data)),
  sentence: (session, data) => change(session, (room) => spoken(room, data)),
  turn: (session, data) => tellPlayed(session, data),
  failed: (session, data) => change(session, (room) => failed(room, data.key, { words: data.detail, kept: data.kept })),
  ready: (session, data) => caughtUp(session, data),
  changed: (session, data) => readAnew(session, data.rewritten),
  gone: (session) => change(session, (room) => linked(room, "gone")),
};

function hear<Name extends keyof Happenings>(name: Name, session: string, data: string): void {
  HEARING[name](session, JSON.parse(data));
}

function caughtUp(session: string, { rewritten }: Schemas["Ready"]): void {
  const known = read<Room>(keyOf(session)).data?.rewritten ?? rewritten;
  change(session, (room) => ({ ...linked(room, "live"), rewritten }));
  if (known !== rewritten) readAnew(session, rewritten);
  const mine = sent(session);
  if (mine) void post(session, mine);
}

function readAnew(session: string, rewritten: number): void {
  change(session, (room) => ({ ...room, rewritten }));
  void load(keyOf(session), () => enter(session));
  renew(`why:${session}:`);
}
