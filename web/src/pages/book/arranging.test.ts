import { expect, test } from "vitest";
import { cut, joined, movedChapter, movedPassage } from "./arranging";

const BOOK = [
  { title: "A", turns: [1, 2] },
  { title: "B", turns: [3] },
];
const turns = (chapters: { turns: number[] }[]) => chapters.map((chapter) => chapter.turns);

test("a chapter is moved", () => expect(turns(movedChapter(BOOK, 1, -1))).toEqual([[3], [1, 2]]));
test("two chapters are joined under the first title", () => expect(joined(BOOK, 0)).toEqual([{ title: "A", turns: [1, 2, 3] }]));
test("a chapter is cut, and its second half has no title yet", () => expect(cut(BOOK, 0, 1)).toEqual([{ title: "A", turns: [1] }, { title: "", turns: [2] }, BOOK[1]]));
test("a passage goes over the edge of its chapter", () => expect(turns(movedPassage(BOOK, 0, 1, 1))).toEqual([[1], [2, 3]]));
test("a chapter that is left empty goes", () => expect(turns(movedPassage(BOOK, 1, 0, -1))).toEqual([[1, 2, 3]]));
test("the first and the last passage stay where they are", () => {
  expect(movedPassage(BOOK, 0, 0, -1)).toBe(BOOK);
  expect(movedPassage(BOOK, 1, 0, 1)).toBe(BOOK);
});
