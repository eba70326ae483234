import { describe, expect, it } from "vitest";
import { ago, type Card, type Flag, type Changes, merged, news, shown, type Monitor } from "./monitor";

const flag = (kind: Flag["kind"], urgency: Flag["urgency"], turn = 1, seen = false): Flag => ({ kind, urgency, turn, seen, why: `${kind}.` });
const card = (id: string, flags: Flag[] = [], more: Partial<Card> = {}): Card => ({
  id, engine: "sims", title: id, turns: 1, opened_at: 0, updated_at: 0, ended: "", flags, ...more,
});
const look = (cards: Card[], more: Partial<Changes> = {}): Changes => ({ mark: 1, at: 0, whole: false, more: false, cards, gone: [], ...more });
const monitor = (...cards: Card[]): Monitor => merged(undefined, look(cards, { whole: true }));
const ids = (cards: Card[]) => cards.map((each) => each.id);

describe("what the server told", () => {
  it("is put together: new, changed and gone", () => {
    const now = merged(monitor(card("a"), card("b")), look([card("a", [flag("stop", "note")]), card("c")], { gone: ["b"], mark: 7 }));
    expect(Object.keys(now.cards)).toEqual(["a", "c"]);
    expect(now.cards.a?.flags).toHaveLength(1);
    expect(now.mark).toBe(7);
  });
  it("takes the place of everything when it is the whole monitor", () => {
    expect(Object.keys(merged(monitor(card("a")), look([card("b")], { whole: true })).cards)).toEqual(["b"]);
  });
});

describe("the order", () => {
  it("is by what needs somebody first, then by who was active last", () => {
    const all = monitor(
      card("calm", [], { updated_at: 9 }),
      card("seen", [flag("distress", "now", 1, true)], { updated_at: 10 }),
      card("refused", [flag("refusal", "note")]),
      card("waiting", [flag("waiting", "soon")]),
      card("danger", [flag("self_harm", "now")]),
    );
    expect(ids(shown(all, { engine: "", flag: "" }))).toEqual(["danger", "waiting", "refused", "seen", "calm"]);
  });
  it("leaves out what is not wanted", () => {
    const all = monitor(card("a", [flag("stop", "note")]), card("b", [], { engine: "memoir" }));
    expect(ids(shown(all, { engine: "memoir", flag: "" }))).toEqual(["b"]);
    expect(ids(shown(all, { engine: "", flag: "stop" }))).toEqual(["a"]);
    expect(ids(shown(all, { engine: "", flag: "any" }))).toEqual(["a"]);
  });
});

describe("news", () => {
  it("is a flag that was not there before, said once", () => {
    const before = monitor(card("a", [flag("refusal", "note")]));
    const now = monitor(card("a", [flag("refusal", "note"), flag("distress", "now", 2)]));
    expect(news(before, now)).toEqual(["a: distress."]);
    expect(news(now, now)).toEqual([]);
  });
  it("is nothing when the page is opened, and nothing that was seen", () => {
    expect(news(undefined, monitor(card("a", [flag("stop", "note")])))).toEqual([]);
    expect(news(monitor(card("a")), monitor(card("a", [flag("stop", "note", 1, true)])))).toEqual([]);
  });
});

it("tells how long ago in round words", () => {
  expect([10, 61, 7300].map(ago)).toEqual(["just now", "1 min ago", "2 h ago"]);
});
