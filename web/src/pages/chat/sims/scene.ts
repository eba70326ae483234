// The scene of a sim, and whom the next words are for.

import { put, read, useStored } from "../../../state/store";
import type { Schemas } from "../../../api/client";
import type { Chat, Said } from "../engine-chat";

export type Scene = Schemas["SimScene"];
export type Person = Schemas["SimPerson"];

// This side is only shown for sims.
export function sceneOf(chat: Chat): Scene {
  return chat.shown.scene as Scene;
}

// Somebody who was turned to and not yet spoken to. It holds until somebody else is spoken with, on whatever page.
type Picked = { to: string; since: string };

const keyOf = (chat: Chat) => `talk-to:${chat.shown.head.id}`;

// Whoever turns to somebody wants to say something next.
export function turnTo(chat: Chat, to: string): void {
  put<Picked>(keyOf(chat), { data: { to, since: sceneOf(chat).person }, loading: false });
  document.querySelector<HTMLElement>(".chat-composer textarea")?.focus();
}

export function usePartner(chat: Chat): Person | undefined {
  const to = partnerOf(sceneOf(chat), useStored<Picked>(keyOf(chat)).data);
  return sceneOf(chat).people.find((person) => person.id === to);
}

export function partnerOf(scene: Pick<Scene, "person">, picked: Picked | undefined): string {
  return picked && picked.since === scene.person ? picked.to : scene.person;
}

export function address(chat: Chat, said: Said): Said {
  const to = partnerOf(sceneOf(chat), read<Picked>(keyOf(chat)).data);
  return to === sceneOf(chat).person ? said : { ...said, to };
}
