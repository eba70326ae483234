// The knowledge graph of a session: as it is after its last turn, and as it was after any other.

import { useState } from "react";
import { api, got } from "../../../api/client";
import { load, type Resource, read, useKept, useResource, useStored } from "../../../state/store";
import type { Chat } from "../engine-chat";
import type { Knowledge } from "./knowledge";

function keyOf(session: string, turn: number): string {
  return `knowledge:${session}:${turn}`;
}

function ask(session: string, at: number): Promise<Knowledge> {
  return got(api.GET("/api/v1/sessions/{session}/knowledge", { params: { path: { session }, query: { at } } }));
}

export function useKnowledge(chat: Chat): Resource<Knowledge> & { reload: () => Promise<void> } {
  const { id, turns } = chat.shown.head;
  return useKept(useResource(keyOf(id, turns - 1), () => ask(id, turns - 1)));
}

// The turn that is looked at; null follows the interview.
export function usePast(session: string): { turn: number | null; past: Knowledge | undefined; look: (turn: number | null) => void } {
  const [turn, setTurn] = useState<number | null>(null);
  const { data: past } = useKept(useStored<Knowledge>(keyOf(session, turn ?? -1)));
  function look(at: number | null) {
    setTurn(at);
    if (at !== null && !read(keyOf(session, at)).data) void load(keyOf(session, at), () => ask(session, at));
  }
  return { turn, past: turn === null ? undefined : past, look };
}
