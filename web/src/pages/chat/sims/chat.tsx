// What a sim adds to a chat.

import type { EngineChat } from "../engine-chat";
import { After } from "./after";
import { Choices } from "./choices";
import { GraphPanel } from "./graph-panel";
import { Above } from "./people";
import { address } from "./scene";
import { ScenePanel } from "./scene-panel";
import "./sims.css";
import { Why } from "./why";

export const sims: EngineChat = {
  hint: "Say something",
  address: (chat, text) => address(chat, { text }),
  Above,
  Choices,
  After,
  panels: [
    { id: "scene", title: "Scene", Panel: ScenePanel },
    { id: "graph", title: "Graph", Panel: GraphPanel },
  ],
  Why,
};
