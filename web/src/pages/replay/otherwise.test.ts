import { expect, test } from "vitest";
import { asked, NOTHING_OTHER, OWN_TEXT } from "./otherwise";

test("nothing chosen is nothing to ask", () => {
  expect(asked(NOTHING_OTHER)).toBeNull();
  expect(asked({ ...NOTHING_OTHER, document: OWN_TEXT, text: "  " })).toBeNull();
});

test("a document goes by its kind and id, one's own by its text", () => {
  expect(asked({ ...NOTHING_OTHER, document: "backbone/technical" })).toEqual({ with: { kind: "backbone", id: "technical" }, set: [] });
  expect(asked({ ...NOTHING_OTHER, document: OWN_TEXT, text: "kind: guide" })).toEqual({ with: { text: "kind: guide" }, set: [] });
});

test("values are set by their paths, and rows left empty do not count", () => {
  const settings = [{ path: " max_turns ", value: "3" }, { path: "", value: "7" }];
  expect(asked({ ...NOTHING_OTHER, settings })).toEqual({ with: null, set: ["max_turns=3"] });
});
