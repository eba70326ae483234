// A play on its way: what the server knows of it, what still waits to be sent, and a word when the two disagree.

import { useEffect, useMemo } from "react";
import { api, got, type Schemas } from "../../api/client";
import { freshKey } from "../../keys";
import { go } from "../../router";
import { load, put, read, update, useResource } from "../../state/store";
import type { Move, ToPage } from "./bridge";
import { type Pending, Sender, type Turn, type Waits } from "./sending";

export type Playing = {
  play: Schemas["PlayShown"];
  turn: number; // the last turn that the server judged
  waits: Waits;
  note: string;
  handed: number; // counts how often the play was handed to the page: a new number hands it over again
};

const NOBODY_WAITS: Waits = { waiting: 0, offline: false };
const keyOf = (session: string) => `play:${session}`;

async function asked(session: string, note = "", handed = 0): Promise<Playing> {
  const play = await got(api.GET("/api/v1/plays/{session}", { params: { path: { session } } }));
  return { play, turn: play.moves.length, waits: NOBODY_WAITS, note, handed };
}

export function usePlaying(session: string) {
  const playing = useResource<Playing>(keyOf(session), () => asked(session));
  const sender = useSender(session);
  return {
    playing,
    play: () => playNow(session, sender),
    moved: (number: number, move: Move, score: number) => sender.add({ number, key: freshKey(), move, score }),
  };
}

function useSender(session: string): Sender {
  const sender = useMemo(() => {
    const made: Sender = new Sender(session, (pending) => posted(session, pending), {
      onWaits: (waits) => update<Playing>(keyOf(session), (playing) => ({ ...playing, waits })),
      onTurn: (turn, pending) => judged(session, made, turn, pending),
      onRefused: (problem) => void startOver(session, `That move did not count: ${problem.detail}`),
    });
    return made;
  }, [session]);
  useEffect(() => {
    const retry = () => sender.retryNow();
    sender.open();
    window.addEventListener("online", retry);
    return () => {
      window.removeEventListener("online", retry);
      sender.close();
    };
  }, [sender]);
  return sender;
}

function posted(session: string, { key, move }: Pending): Promise<Turn> {
  const params = { path: { session }, header: { "idempotency-key": key } };
  return got(api.POST("/api/v1/sessions/{session}/turns", { params, body: { text: JSON.stringify(move) } }));
}

// The play with all its moves, those included that still wait; they are on their way now.
function playNow(session: string, sender: Sender): ToPage {
  const known = read<Playing>(keyOf(session)).data?.play;
  const left = sender.left(known?.moves.length ?? 0);
  void sender.run();
  const clock = Math.max(known?.clock ?? 0, ...left.map((each) => Number(each.move.at ?? 0)));
  return { type: "dramaturg:play", timers: known?.timers ?? true, moves: [...(known?.moves ?? []), ...left.map((each) => each.move)], clock };
}

// The server's judgement is the one that counts.
function judged(session: string, sender: Sender, turn: Turn, { number, move, score }: Pending): void {
  const scene = turn.scene;
  if (scene.engine !== "games") return;
  if (turn.turn !== number) {
    sender.clear();
    void startOver(session, "Somebody else made a move in this play meanwhile. Here is how it stands now.");
    return;
  }
  update<Playing>(keyOf(session), (playing) => ({
    ...playing,
    turn: turn.turn,
    play: { ...playing.play, scene, moves: [...playing.play.moves, move] },
  }));
  if (scene.points !== score) disagreed(session, sender, turn.turn, score, scene.points);
}

function disagreed(session: string, sender: Sender, turn: number, page: number, server: number): void {
  sender.clear();
  api.POST("/api/v1/plays/{session}/differences", { params: { path: { session } }, body: { turn, points: page } }).catch(() => undefined); // it is a note, and no more
  void startOver(session, `The page counted ${page} points and the server ${server}. The server's count; the play goes on from there.`);
}

async function startOver(session: string, note: string): Promise<void> {
  const handed = read<Playing>(keyOf(session)).data?.handed ?? 0;
  await load(keyOf(session), () => asked(session, note, handed + 1));
}

export function unfit(session: string): void {
  const { data } = read<Playing>(keyOf(session));
  const note = "These moves do not fit the page of this game. The play is kept; play the game again to start anew.";
  if (data) put(keyOf(session), { data: { ...data, note }, loading: false });
}

export async function beginPlay(game: string, timers: boolean): Promise<void> {
  const opened = await got(api.POST("/api/v1/plays", { body: { game, timers } }));
  go(`/plays/${opened.session}`);
}

// The same game once more, as it was when that play began.
export async function playAgain(session: string, timers: boolean): Promise<void> {
  const opened = await got(api.POST("/api/v1/plays", { body: { again: session, timers } }));
  go(`/plays/${opened.session}`);
}
