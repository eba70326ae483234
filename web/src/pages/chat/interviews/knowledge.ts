// The knowledge graph as something to draw: which node looks how, which lies beside which, and what words stand behind each.

import type { Schemas } from "../../../api/client";
import type { GraphEdge, GraphNode } from "../../../parts/graph";

export type Knowledge = Schemas["KnowledgeShown"];
export type Concept = Schemas["ConceptShown"];
export type Quote = Schemas["QuoteShown"];
export type View = "surface" | "canonical";

type Drawing = { nodes: GraphNode[]; edges: GraphEdge[] };

const TONES = 5;
const FILLS = ["", "filled", "double"];

// Five colours, then the same five filled, then with a double line: fifteen types can be told apart.
export function toneOf(type: string, types: Knowledge["types"]): string {
  const at = Math.max(0, types.findIndex((each) => each.type === type));
  return `tone-${(at % TONES) + 1} ${FILLS[Math.floor(at / TONES) % FILLS.length]}`.trim();
}

// `all` is everything that was ever said and has its place; what was not there at the time of `now` is hidden in it.
export function drawn(all: Knowledge, now: Knowledge, view: View): Drawing {
  return view === "surface" ? surface(all, now) : canonical(all, now);
}

function surface(all: Knowledge, now: Knowledge): Drawing {
  const then = new Map(now.concepts.map((concept) => [concept.id, concept]));
  const links = new Set(now.links.map((link) => link.id));
  const near = neighbours(all.concepts, all.links);
  return {
    nodes: all.concepts.map((each) => ({
      id: each.id,
      label: then.get(each.id)?.label ?? each.label,
      near: near.get(each.id),
      kind: conceptKind(then.get(each.id), now),
    })),
    edges: all.links.map((link) => ({
      id: link.id,
      from: link.source,
      to: link.target,
      label: link.type,
      kind: links.has(link.id) ? (link.chain ? "" : "dotted") : "hidden",
    })),
  };
}

function conceptKind(concept: Concept | undefined, now: Knowledge): string {
  if (!concept) return "hidden";
  const marks = [concept.exhausted && "faded", concept.revised && "dashed", concept.id === now.focus && "now"];
  return [toneOf(concept.type, now.types), ...marks].filter(Boolean).join(" ");
}

function canonical(all: Knowledge, now: Knowledge): Drawing {
  const then = new Map(now.slots.map((slot) => [slot.id, slot]));
  const links = new Map(now.slot_links.map((link) => [link.id, link]));
  const focus = now.concepts.find((concept) => concept.id === now.focus)?.slot;
  const near = neighbours(all.slots, all.slot_links);
  return {
    nodes: all.slots.map((each) => {
      const slot = then.get(each.id);
      const marks = slot ? [toneOf(slot.type, now.types), slot.active ? "" : "dashed", slot.id === focus ? "now" : ""] : ["hidden"];
      return { id: each.id, label: `${each.name} (${slot?.concepts.length ?? 0})`, near: near.get(each.id), kind: marks.filter(Boolean).join(" ") };
    }),
    edges: all.slot_links.map((link) => ({
      id: link.id,
      from: link.source,
      to: link.target,
      label: `${link.type}, ${links.get(link.id)?.support ?? 0}×`,
      kind: links.has(link.id) ? "" : "hidden",
    })),
  };
}

type Linked = { id: string };
type Linking = { source: string; target: string };

// What each was put beside when it came: the oldest that it is linked with, else the one that came before it.
export function neighbours(every: readonly Linked[], links: readonly Linking[]): Map<string, string> {
  const place = new Map(every.map((each, index) => [each.id, index]));
  const found = new Map<string, string>();
  for (const { source, target } of links) {
    const [older, newer] = (place.get(source) ?? 0) < (place.get(target) ?? 0) ? [source, target] : [target, source];
    const known = found.get(newer);
    if (older !== newer && (!known || (place.get(older) ?? 0) < (place.get(known) ?? 0))) found.set(newer, older);
  }
  for (const [index, { id }] of every.entries()) {
    const before = every[index - 1];
    if (before && !found.has(id)) found.set(id, before.id);
  }
  return found;
}

export type Words = { title: string; about: string; groups: { name: string; quotes: Quote[] }[] };

// What was said of something in the drawing, in groups: a slot has one for each of its concepts.
export function wordsOf(id: string, all: Knowledge): Words | null {
  const label = (concept: string) => all.concepts.find((each) => each.id === concept)?.label ?? concept;
  const name = (slot: string) => all.slots.find((each) => each.id === slot)?.name ?? slot;
  const concept = all.concepts.find((each) => each.id === id);
  if (concept) return { title: concept.label, about: titleOf(concept.type, all), groups: [{ name: "", quotes: concept.quotes }] };
  const link = all.links.find((each) => each.id === id);
  if (link) return { title: `${label(link.source)} → ${label(link.target)}`, about: link.type, groups: [{ name: "", quotes: link.quotes }] };
  const slot = all.slots.find((each) => each.id === id);
  if (slot) return { title: slot.name, about: titleOf(slot.type, all), groups: all.concepts.filter((each) => each.slot === id).map((each) => ({ name: each.label, quotes: each.quotes })) };
  const slotLink = all.slot_links.find((each) => each.id === id);
  if (!slotLink) return null;
  const behind = all.links.filter((each) => slotLink.links.includes(each.id));
  return {
    title: `${name(slotLink.source)} → ${name(slotLink.target)}`,
    about: slotLink.type,
    groups: behind.map((each) => ({ name: `${label(each.source)} → ${label(each.target)}`, quotes: each.quotes })),
  };
}

export function titleOf(type: string, all: Knowledge): string {
  return all.types.find((each) => each.type === type)?.title ?? type;
}
