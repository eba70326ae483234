// The chapters of a book put in another order, cut and joined. Nothing of them is ever lost.

import type { Schemas } from "../../api/client";

export type Arranged = Schemas["BookArrangement"];
export type Chapter = { title: string; turns: number[] };

export const chaptersOf = (book: Arranged): Chapter[] => book.chapters.map(({ title, turns }) => ({ title, turns: [...turns] }));

export function movedChapter(chapters: Chapter[], from: number, step: -1 | 1): Chapter[] {
  const made = [...chapters];
  const [chapter] = made.splice(from, 1);
  if (chapter) made.splice(from + step, 0, chapter);
  return made;
}

export function joined(chapters: Chapter[], at: number): Chapter[] {
  const [one, other] = [chapters[at], chapters[at + 1]];
  if (!one || !other) return chapters;
  return [...chapters.slice(0, at), { title: one.title, turns: [...one.turns, ...other.turns] }, ...chapters.slice(at + 2)];
}

export function cut(chapters: Chapter[], at: number, place: number): Chapter[] {
  const chapter = chapters[at];
  if (!chapter || place === 0) return chapters;
  const parts = [
    { title: chapter.title, turns: chapter.turns.slice(0, place) },
    { title: "", turns: chapter.turns.slice(place) },
  ];
  return [...chapters.slice(0, at), ...parts, ...chapters.slice(at + 1)];
}

// Over the edge of its chapter a passage comes into the next one; an empty chapter goes.
export function movedPassage(chapters: Chapter[], at: number, place: number, step: -1 | 1): Chapter[] {
  const made = chapters.map(({ title, turns }) => ({ title, turns: [...turns] }));
  const [turn] = made[at]?.turns.splice(place, 1) ?? [];
  if (turn === undefined) return chapters;
  const here = made[at] as Chapter;
  const beside = made[at + step];
  const stays = place + step >= 0 && place + step <= here.turns.length;
  if (stays) here.turns.splice(place + step, 0, turn);
  else if (!beside) return chapters;
  else beside.turns.splice(step < 0 ? beside.turns.length : 0, 0, turn);
  return made.filter((chapter) => chapter.turns.length);
}
