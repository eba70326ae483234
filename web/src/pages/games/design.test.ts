import { expect, test } from "vitest";
import { type Issue, IN_GAME, IN_MECHANIC, IN_SCENE, issuesAt, labelsOf, moved } from "./design";

const issue = (place: string): Issue => ({ place, message: "", remedy: "", code: "", severity: "error" });
const ISSUES = ["title", "scenes[0].title", "scenes[0].mechanics[1].points_per_item", "scenes[0].mechanics[1].children[0]", "scenes[10]"].map(issue);
const places = (path: string, inner: RegExp) => issuesAt(ISSUES, path, inner).map((each) => each.place);

test("each issue is shown at the part it belongs to and nowhere else", () => {
  expect(places("", IN_GAME)).toEqual(["title"]);
  expect(places("scenes[0]", IN_SCENE)).toEqual(["scenes[0].title"]);
  expect(places("scenes[1]", IN_SCENE)).toEqual([]);
  expect(places("scenes[0].mechanics[1]", IN_MECHANIC)).toEqual(["scenes[0].mechanics[1].points_per_item"]);
});

test.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
  [0, 9, "bca"],
  [0, -1, "abc"],
])("from %i to %i gives %s", (from, to, wanted) => {
  expect(moved([..."abc"], from, to).join("")).toBe(wanted);
});

test("labels are the lines that are not empty", () => {
  expect(labelsOf(" aorta\n\n left atrium ")).toEqual(["aorta", "left atrium"]);
});
