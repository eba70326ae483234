// How a job stands, in a word.

import type { Schemas } from "../../api/client";

type State = Schemas["SimulationCard"]["state"];

export const STATES: Record<State, { word: string; tone?: "good" | "warn" | "bad" | "accent" }> = {
  waiting: { word: "waiting" },
  running: { word: "playing", tone: "accent" },
  abandoned: { word: "goes on soon", tone: "warn" },
  done: { word: "done", tone: "good" },
  failed: { word: "failed", tone: "bad" },
  cancelled: { word: "stopped", tone: "warn" },
};
