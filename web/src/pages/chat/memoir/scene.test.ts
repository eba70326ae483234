import { describe, expect, it } from "vitest";
import { isMarked, lastPassage, wasLeft } from "./scene";

const line = (turn: number, by: "person" | "program", removed = false) => ({ turn, by, removed });

describe("the passage that was told last", () => {
  it("is the person's, not the interviewer's", () => {
    expect(lastPassage([line(1, "person"), line(1, "program"), line(2, "program")])).toBe(1);
  });
  it("is none that was removed", () => {
    expect(lastPassage([line(1, "person"), line(2, "person", true)])).toBe(1);
    expect(lastPassage([line(1, "person", true)])).toBeUndefined();
  });
});

describe("a sitting", () => {
  it("was left when its hours are over, and never before anything was told", () => {
    expect(wasLeft({ told: 2, open_until: 100 }, 100_000)).toBe(true);
    expect(wasLeft({ told: 2, open_until: 100 }, 99_000)).toBe(false);
    expect(wasLeft({ told: 0, open_until: 0 }, 99_000)).toBe(false);
  });
  it("knows which passages are marked", () => {
    expect(isMarked({ marks: [{ turn: 3, mark: "off_record" }] }, 3)).toBe(true);
    expect(isMarked({ marks: [] }, 3)).toBe(false);
  });
});
