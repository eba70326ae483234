// What an engine adds to a chat: every engine fills the same places.

import type { ComponentType } from "react";
import type { Schemas } from "../../api/client";
import type { Said } from "../../state/folding";

export type { Said };

// The chat as it stands. `say` plays a turn; while one is under way, `busy` is true and nothing else can be said.
export type Chat = { shown: Schemas["SessionShown"]; busy: boolean; say: (said: Said) => void };

export type EngineChat = {
  hint: string; // what the composer says when it is empty
  address?: (chat: Chat, text: string) => Said; // whom typed words are for, where there is a choice
  Above?: ComponentType<{ chat: Chat }>; // above the transcript: the scene, whom one talks with
  Choices?: ComponentType<{ chat: Chat }>; // between transcript and composer: options, skip, stop, step sideways
  After?: ComponentType<{ chat: Chat }>; // in the composer's place once the session is over
  panels: { id: string; title: string; Panel: ComponentType<{ chat: Chat }> }[]; // tabs beside the chat, after "Why"
  Why: ComponentType<{ why: Schemas["Why"] }>; // the engine's own part of the why panel: the reasons in words
};
