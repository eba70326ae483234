// The book as the family wants it: chapters moved, named, cut and joined, a title and a dedication.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { useActing } from "../../state/acting";
import { type Arranged, type Chapter, chaptersOf, cut, joined, movedChapter, movedPassage } from "./arranging";
import { PassageButton } from "./passage-button";

const SHOWN = 90;
type Passages = readonly Schemas["PassageShown"][];
type ArrangeProps = { session: string; book: Arranged; passages: Passages; onPassage: (turn: number) => void; onChanged: () => Promise<void> };

export function Arrange({ session, book, passages, onPassage, onChanged }: ArrangeProps) {
  const [title, setTitle] = useState(book.title);
  const [dedication, setDedication] = useState(book.dedication);
  const [chapters, setChapters] = useState(() => chaptersOf(book));
  const [kept, setKept] = useState("");
  const { busy, problem, act } = useActing();

  async function keep(wanted: Chapter[], said: string) {
    await got(api.PUT("/api/v1/memoirs/{session}/arrangement", { params: { path: { session } }, body: { title, dedication, chapters: wanted } }));
    await onChanged();
    setKept(said);
  }

  const change = (made: Chapter[]) => {
    setChapters(made);
    setKept("");
  };
  return (
    <div className="book-arrange">
      {problem && <ProblemNotice problem={problem} />}
      <Field label="Title of the book">{(id) => <input id={id} value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />}</Field>
      <Field label="Dedication">{(id) => <textarea id={id} rows={2} maxLength={2000} value={dedication} onChange={(event) => setDedication(event.target.value)} />}</Field>
      <ol className="book-chapters">
        {chapters.map((chapter, at) => (
          <ChapterForm key={at} at={at} chapters={chapters} chapter={chapter} passages={passages} onChange={change} onPassage={onPassage} />
        ))}
      </ol>
      <div className="row">
        <Button kind="primary" disabled={busy} onClick={() => void act(() => keep(chapters, "The book is kept like this."))}>
          Keep the book like this
        </Button>
        <Button disabled={busy} onClick={() => void act(() => keep([], "The chapters are in the order of the life again. Open this page anew to see them."))}>
          In the order of the life again
        </Button>
        <span role="status">{kept}</span>
      </div>
    </div>
  );
}

type ChapterFormProps = { at: number; chapter: Chapter; chapters: Chapter[]; passages: Passages; onChange: (chapters: Chapter[]) => void; onPassage: (turn: number) => void };

function ChapterForm({ at, chapter, chapters, passages, onChange, onPassage }: ChapterFormProps) {
  const name = chapter.title || `chapter ${at + 1}`;
  const titled = (title: string) => chapters.map((each, place) => (place === at ? { ...each, title } : each));
  return (
    <li>
      <Field label={`Title of chapter ${at + 1}`}>
        {(id) => <input id={id} value={chapter.title} maxLength={200} placeholder="One is made" onChange={(event) => onChange(titled(event.target.value))} />}
      </Field>
      <div className="row">
        <Button kind="quiet" disabled={at === 0} aria-label={`Move ${name} up`} onClick={() => onChange(movedChapter(chapters, at, -1))}>
          ↑
        </Button>
        <Button kind="quiet" disabled={at === chapters.length - 1} aria-label={`Move ${name} down`} onClick={() => onChange(movedChapter(chapters, at, 1))}>
          ↓
        </Button>
        <Button kind="quiet" disabled={at === chapters.length - 1} aria-label={`Join ${name} with the next chapter`} onClick={() => onChange(joined(chapters, at))}>
          Join with the next
        </Button>
      </div>
      <ul className="book-lines">
        {chapter.turns.map((turn, place) => (
          <li key={turn}>
            <span>
              <PassageButton turn={turn} onPassage={onPassage} /> {beginning(passages, turn)}
            </span>
            <span className="book-tools">
              <Button kind="quiet" aria-label={`Move passage ${turn} up`} onClick={() => onChange(movedPassage(chapters, at, place, -1))}>
                ↑
              </Button>
              <Button kind="quiet" aria-label={`Move passage ${turn} down`} onClick={() => onChange(movedPassage(chapters, at, place, 1))}>
                ↓
              </Button>
              <Button kind="quiet" disabled={place === 0} aria-label={`Begin a chapter with passage ${turn}`} onClick={() => onChange(cut(chapters, at, place))}>
                Cut here
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function beginning(passages: Passages, turn: number): string {
  const text = passages.find((each) => each.turn === turn)?.text ?? "";
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
