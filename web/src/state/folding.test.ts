import { describe, expect, it } from "vitest";
import { begun, coming, entered, failed, linked, played, type Room, reread, said, type Shown, spoken, standing, type Turn } from "./folding";

const line = (turn: number, text: string) => ({ turn, by: "program", name: "Ada", text, at: 0, role: "", removed: false }) as const;
const scene = (ended = "") => ({ engine: "sims", title: "A talk", ended }) as unknown as Turn["scene"];
const turn = (number: number, key: string, ended = ""): Turn => ({ turn: number, key, lines: [line(number, `line ${number}`)], scene: scene(ended), beside: [], options: [] });
const start = (number: number, key: string, attempt = "a") => ({ turn: number, key, text: "Hi", choice: null, attempt, earlier: false, speaker: "Ana" });
const sentence = (number: number, text: string, attempt = "a") => ({ turn: 1, attempt, number, text });

const read = (...lines: string[]) =>
  ({ head: { turns: lines.length, ended: "" }, notice: "", lines: lines.map((text, index) => line(index, text)), scene: scene() }) as unknown as Shown;
const room = () => linked(entered(read("line 0"), null), "live");
const sent = (key = "k", number = 1) => ({ key, said: { text: "Hi" }, turn: number });

const texts = (of: Room) => of.shown.lines.map((each) => each.text);

describe("a turn", () => {
  it("adds its lines, and the second time nothing", () => {
    const once = played(room(), turn(1, "k"));
    expect(texts(once)).toEqual(["line 0", "line 1"]);
    expect(played(once, turn(1, "k"))).toEqual(once);
  });

  it("that comes late stands in its place and does not turn the scene back", () => {
    const late = played(played(room(), turn(2, "b", "decided")), turn(1, "a"));
    expect(texts(late)).toEqual(["line 0", "line 1", "line 2"]);
    expect(late.shown.head).toMatchObject({ turns: 3, ended: "decided" });
  });

  it("ends the waiting for it, and not for another", () => {
    const waiting = said(room(), sent("mine"));
    expect(played(waiting, turn(1, "mine")).waiting).toBeNull();
    expect(played(waiting, turn(1, "theirs")).waiting?.key).toBe("mine");
  });
});

describe("sentences", () => {
  it("are heard once and in order, whatever comes twice or too early", () => {
    const heard = [sentence(1, "One."), sentence(1, "One."), sentence(3, "Three."), sentence(2, "Two.")].reduce(spoken, begun(room(), start(1, "k")));
    expect(heard.waiting?.sentences).toEqual(["One.", "Two."]);
  });

  it("stay when the stream is taken up, and go when the turn is begun anew", () => {
    const heard = spoken(begun(room(), start(1, "k")), sentence(1, "One."));
    expect(begun(heard, start(1, "k")).waiting?.sentences).toEqual(["One."]);
    expect(begun(heard, start(1, "k", "b")).waiting?.sentences).toEqual([]);
  });

  it("are waited for with the name of who speaks", () => {
    expect(begun(said(room(), sent("k")), start(1, "k")).waiting).toMatchObject({ speaker: "Ana", sentences: [] });
  });

  it("of a turn that was played before are not waited for", () => {
    expect(begun(played(room(), turn(1, "k")), start(1, "k")).waiting).toBeNull();
  });
});

describe("what is said", () => {
  it("is mine when the server has it too", () => {
    const heard = begun(said(room(), sent("mine")), start(1, "mine"));
    expect(heard.waiting).toMatchObject({ mine: true, said: { text: "Hi" }, attempt: "a" });
  });

  it("stays waiting when it is kept, and is given up when it was taken back", () => {
    const waiting = said(room(), sent("mine"));
    expect(failed(waiting, "mine", { words: "No.", kept: true }).waiting?.key).toBe("mine");
    expect(failed(waiting, "mine", { words: "No.", kept: false })).toMatchObject({ waiting: null, trouble: { words: "No." } });
  });

  it("at the same moment as somebody else is told, also after theirs was played", () => {
    const theirs = begun(said(room(), sent("mine")), start(1, "theirs"));
    const told = played(failed(theirs, "mine", { words: "Too late.", kept: false }), turn(1, "theirs"));
    expect(told).toMatchObject({ waiting: null, trouble: { words: "Too late." } });
  });
});

describe("what is shown as coming", () => {
  it("is what was said, until the log has it", () => {
    const waiting = said(room(), sent());
    expect(coming(waiting)?.said.text).toBe("Hi");
    expect(coming(reread(waiting, read("line 0", "Hi")))).toBeNull();
  });

  it("is nothing after a reload when the log has it already, and only its answer was lost", () => {
    expect(coming(entered(read("line 0", "Hi"), sent()))).toBeNull();
    expect(coming(entered(read("line 0"), sent()))?.key).toBe("k");
  });

  it("is what was said once more, when somebody else's turn came first and it is played after theirs", () => {
    const second = played(said(room(), sent("mine")), turn(1, "theirs"));
    expect(coming(second)).toBeNull();
    expect(coming(begun(second, start(2, "mine")))).toMatchObject({ key: "mine", mine: true });
  });
});

describe("a session that is read anew", () => {
  it("keeps a turn that was played while the answer was on its way", () => {
    const now = reread(played(room(), turn(1, "k", "decided")), read("other words"));
    expect(texts(now)).toEqual(["other words", "line 1"]);
    expect(now.shown.head).toMatchObject({ turns: 2, ended: "decided" });
  });

  it("is as the server says otherwise", () => {
    expect(texts(reread(played(room(), turn(1, "k")), read("line 0", "removed")))).toEqual(["line 0", "removed"]);
  });
});

describe("how things stand", () => {
  it.each([
    [room(), "Everything is kept"],
    [linked(room(), "lost"), "What you type is kept"],
    [linked(said(room(), sent()), "lost"), "What you said is kept"],
    [said(room(), sent()), "The answer is coming"],
    [begun(room(), start(1, "k")), "Somebody else is answering"],
    [begun(room(), start(1, "k", "")), "This turn was begun and is not answered yet"],
    [begun(said(room(), sent("k")), start(1, "k", "")), "The answer is coming"],
    [failed(room(), "k", { words: "The model failed.", kept: true }), "The model failed"],
    [linked(failed(room(), "k", { words: "Too late.", kept: false }), "lost"), "Too late"],
    [linked(room(), "gone"), "This session was deleted"],
  ])("is said in words", (of, words) => expect(standing(of)).toContain(words));
});
