// The chapters. Linking text, which is ours, stands in italics; after each paragraph comes the number of its passage.

import type { Schemas } from "../../api/client";
import { PassageButton } from "./passage-button";

type Reading = { onPassage: (turn: number) => void };

export function Chapters({ book, onPassage }: { book: Schemas["BookShown"] } & Reading) {
  if (!book.chapters.length) return <p className="muted">There is nothing in the book yet.</p>;
  return (
    <article className="book">
      {book.dedication && <p className="book-dedication">{book.dedication}</p>}
      {book.chapters.map((chapter, index) => (
        <ChapterShown key={index} chapter={chapter} onPassage={onPassage} />
      ))}
    </article>
  );
}

function ChapterShown({ chapter, onPassage }: { chapter: Schemas["BookChapter"] } & Reading) {
  return (
    <section aria-label={chapter.title}>
      <h2>{chapter.title}</h2>
      {chapter.subtitle && <p className="book-linking">{chapter.subtitle}</p>}
      {chapter.opening.length > 0 && <p className="book-linking">{chapter.opening.map((sentence) => sentence.text).join(" ")}</p>}
      {chapter.sections.map((section, index) => (
        <div key={index}>
          {section.title && <h3>{section.title}</h3>}
          {section.paragraphs.map((paragraph) => (
            <Paragraph key={paragraph.turn} paragraph={paragraph} onPassage={onPassage} />
          ))}
        </div>
      ))}
    </section>
  );
}

function Paragraph({ paragraph, onPassage }: { paragraph: Schemas["BookParagraph"] } & Reading) {
  return (
    <p>
      {paragraph.sentences.map((sentence, index) => (
        <SentenceShown key={index} sentence={sentence} beside={paragraph.turn} onPassage={onPassage} />
      ))}
      <PassageButton turn={paragraph.turn} onPassage={onPassage} />
    </p>
  );
}

// A sentence that draws on another passage than its paragraph has that passage's number too.
function SentenceShown({ sentence, beside, onPassage }: { sentence: Schemas["BookSentence"]; beside: number } & Reading) {
  const others = sentence.turns.filter((turn) => turn !== beside);
  return (
    <>
      {sentence.told ? sentence.text : <em className="book-linking">{sentence.text}</em>}{" "}
      {others.map((turn) => (
        <PassageButton key={turn} turn={turn} onPassage={onPassage} />
      ))}
    </>
  );
}
