// What an interview adds to a chat: how far along it is, ways to skip and stop, the knowledge graph, ladders, and the report.

import type { EngineChat } from "../engine-chat";
import { Above } from "./above";
import { Choices } from "./choices";
import { GraphPanel } from "./graph-panel";
import "./interviews.css";
import { LaddersPanel } from "./ladders-panel";
import { After } from "./report";
import { Why } from "./why";

export const interviews: EngineChat = {
  hint: "Your answer",
  Above,
  Choices,
  After,
  panels: [
    { id: "graph", title: "Knowledge graph", Panel: GraphPanel },
    { id: "ladders", title: "Ladders", Panel: LaddersPanel },
  ],
  Why,
};
