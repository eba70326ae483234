import { expect, test } from "vitest";
import { drawn, type Knowledge, neighbours, toneOf, wordsOf } from "./knowledge";

const QUOTE = { turn: 1, text: "it is creamy", start: 0, end: 12 };
const TYPES = Array.from({ length: 13 }, (_, index) => ({ type: `t${index}`, title: `Type ${index}`, terminal: false }));

function concept(id: string, more: Partial<Knowledge["concepts"][number]> = {}): Knowledge["concepts"][number] {
  const plain = { labels: [], type: "t0", turn: 1, mentions: 1, quotes: [QUOTE], slot: "", focused: 0, exhaustion: 0 };
  return { id, label: id, ...plain, exhausted: false, refused: false, revised: false, ...more };
}

function link(id: string, source: string, target: string): Knowledge["links"][number] {
  return { id, source, target, type: "leads to", turn: 1, mentions: 1, quotes: [QUOTE], chain: true, confidence: 1 };
}

function knowledge(more: Partial<Knowledge>): Knowledge {
  return { turn: 1, last: 2, types: TYPES, concepts: [], links: [], slots: [], slot_links: [], ladders: [], focus: "", topics: [], ...more };
}

test("thirteen types look thirteen ways", () => {
  expect(new Set(TYPES.map((each) => toneOf(each.type, TYPES))).size).toBe(13);
});

test("what had not been said yet keeps its place and is hidden", () => {
  const all = knowledge({ concepts: [concept("c1"), concept("c2")], links: [link("e1", "c1", "c2")] });
  const { nodes, edges } = drawn(all, knowledge({ concepts: [concept("c1")] }), "surface");
  expect(nodes.map((node) => node.kind)).toEqual(["tone-1", "hidden"]);
  expect(edges.map((edge) => edge.kind)).toEqual(["hidden"]);
});

test("focus, exhaustion and what was taken back are marked", () => {
  const all = knowledge({ concepts: [concept("c1"), concept("c2", { exhausted: true }), concept("c3", { revised: true })], focus: "c1" });
  expect(drawn(all, all, "surface").nodes.map((node) => node.kind)).toEqual(["tone-1 now", "tone-1 faded", "tone-1 dashed"]);
});

test("a concept lies beside the oldest it is linked with, else beside the one before it", () => {
  const near = neighbours([concept("c1"), concept("c2"), concept("c3"), concept("c4")], [link("e1", "c4", "c2"), link("e2", "c1", "c4")]);
  expect([...near]).toEqual(expect.arrayContaining([["c2", "c1"], ["c3", "c2"], ["c4", "c1"]]));
});

test("a slot has the words of its concepts", () => {
  const slots = [{ id: "s1", name: "creamy", type: "t0", turn: 1, concepts: ["c1", "c2"], active: true }];
  const all = knowledge({ concepts: [concept("c1", { slot: "s1" }), concept("c2", { slot: "s1" })], slots });
  expect(wordsOf("s1", all)?.groups.map((group) => group.name)).toEqual(["c1", "c2"]);
  expect(wordsOf("nothing", all)).toBeNull();
});
