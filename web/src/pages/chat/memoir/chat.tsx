// What a memoir adds to a chat: the sitting, leave that is asked for, ways out of a question, the story so far, and the book.

import type { EngineChat } from "../engine-chat";
import { Above } from "./above";
import { After } from "./after";
import { Choices } from "./choices";
import "./memoir.css";
import { StoryPanel } from "./story-panel";
import { Why } from "./why";

export const memoir: EngineChat = {
  hint: "Tell what you like, as you like",
  Above,
  Choices,
  After,
  panels: [{ id: "story", title: "Story", Panel: StoryPanel }],
  Why,
};
