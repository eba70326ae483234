// The engines, in one table. Whatever else is about an engine asks here; one that is not here has a plain chat.

import { use } from "react";
import type { Schemas } from "./api/client";
import type { EngineChat } from "./pages/chat/engine-chat";
import { newPlay, newSession } from "./pages/home/opening";
import type { Draft, Shared, Simulation } from "./pages/simulations/wanted";

type Trying = (id: string) => Promise<string>;

type EnginePages = {
  name: string; // what a session of it is called
  names: string;
  page: string; // where its sessions are
  chat: () => Promise<EngineChat>; // what it adds to a chat, and to the reasons of a turn
  tries?: Record<string, Trying>; // by kind of document: how a saved one is tried out
  simulation?: SimulationOf;
};

// How sessions of it are simulated: what is chosen, the documents that B may have in place of A's, and what the server wants.
export type SimulationOf = {
  title: string;
  content: string;
  document: string;
  people?: keyof Schemas["SimulatedPeople"];
  others: string[];
  kinds?: Record<string, string>; // what B's document is called there, where that differs
  wanted: (draft: Draft, shared: Shared) => Simulation;
};

const interviewer: Trying = (id) => newSession({ engine: "memoir", artifacts: id });

const ENGINES: Record<string, EnginePages> = {
  sims: {
    name: "Scene",
    names: "Scenes",
    page: "/sessions",
    chat: async () => (await import("./pages/chat/sims/chat")).sims,
    tries: { scenario: (id) => newSession({ engine: "sims", scenario: id }) },
    simulation: {
      title: "Scenes, with learners of every temperament",
      content: "Scene",
      document: "scenario",
      people: "learners",
      others: ["scenario", "backbone"],
      wanted: ({ content, people }, shared) => ({ kind: "sims", ...shared, scenario: content || null, learners: people, steering: "graph", noise: 0 }),
    },
  },
  interviews: {
    name: "Interview",
    names: "Interviews",
    page: "/sessions",
    chat: async () => (await import("./pages/chat/interviews/chat")).interviews,
    tries: {
      methodology: (id) => newSession({ engine: "interviews", methodology: id, about: "an ordinary day" }),
      subject: (id) => newSession({ engine: "interviews", methodology: "means_end_chain", about: id }),
      guide: (id) => newSession({ engine: "interviews", methodology: "means_end_chain", about: "an ordinary day", guide: id }),
      study: async () => "/studies",
    },
    simulation: {
      title: "Interviews, with respondents of every manner",
      content: "Way of interviewing",
      document: "methodology",
      people: "respondents",
      others: ["methodology", "guide"],
      wanted: ({ content, people }, shared) => ({ kind: "interviews", ...shared, methodology: content || null, manners: people, interviewer: "adaptive", turns: 12 }),
    },
  },
  memoir: {
    name: "Life story",
    names: "Life stories",
    page: "/sessions",
    chat: async () => (await import("./pages/chat/memoir/chat")).memoir,
    tries: {
      router_policy: interviewer,
      depth_governor: interviewer,
      state_machines: interviewer,
      negative_constraints: interviewer,
      persona_profiles: interviewer,
      crisis_guidance: interviewer,
    },
    simulation: {
      title: "Life stories, with tellers of every manner",
      content: "Life",
      document: "teller",
      people: "tellers",
      others: ["router_policy"],
      kinds: { router_policy: "artifacts" },
      wanted: ({ content, people }, shared) => ({ kind: "memoir", ...shared, life: content || null, manners: people, sittings: 1, turns: 8 }),
    },
  },
  games: {
    name: "Game",
    names: "Games",
    page: "/plays",
    chat: async () => (await import("./pages/games/game-why")).games,
    tries: { knowledge: newPlay },
    simulation: {
      title: "Games, with players of every sort",
      content: "Game",
      document: "knowledge",
      people: "players",
      others: ["knowledge"],
      kinds: { knowledge: "game" },
      wanted: ({ content, people }, shared) => ({ kind: "games", ...shared, game: content || null, players: people, untimed: false }),
    },
  },
};

const PLAIN: Omit<EnginePages, "name" | "names"> = { page: "/sessions", chat: async () => (await import("./pages/chat/plain-chat")).plain };
const CHATS = new Map<string, Promise<EngineChat>>();


export function engineOf(name: string): EnginePages {
  return ENGINES[name] ?? { ...PLAIN, name, names: name };
}

export function engineNames(): string[] {
  return Object.keys(ENGINES);
}

// What an engine adds to a chat, loaded when it is first asked for.
export function useChat(engine: string): EngineChat {
  const known = CHATS.get(engine) ?? engineOf(engine).chat();
  CHATS.set(engine, known);
  return use(known);
}

export function pathOf({ engine, id }: { engine: string; id: string }): string {
  return `${engineOf(engine).page}/${encodeURIComponent(id)}`;
}

export function tryingOf(kind: string): Trying | undefined {
  return Object.values(ENGINES).find((engine) => engine.tries?.[kind])?.tries?.[kind];
}

export function simulations(): [string, SimulationOf][] {
  return Object.entries(ENGINES).flatMap(([name, { simulation }]) => (simulation ? [[name, simulation] as [string, SimulationOf]] : []));
}
