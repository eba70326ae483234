// What was said, in order: who, when, and the words as they are; at the end what is being said.

import { useEffect, useRef } from "react";
import type { Schemas } from "../../api/client";
import type { Waiting } from "../../state/folding";
import { clock, when } from "../../words";

type Line = Schemas["Spoken"];
type TranscriptProps = { lines: readonly Line[]; waiting: Waiting | null; selected?: number; onSelect?: (turn: number) => void };

export function Transcript({ lines, waiting, selected, onSelect }: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [lines.length, waiting?.sentences.length, waiting?.key]);
  useEffect(() => {
    if (selected !== undefined) box.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <div className="chat-lines" ref={box} tabIndex={0} role="region" aria-label="Conversation">
      <div role="log" aria-live="polite" aria-label="What was said">
        {lines.map((line, index) => (
          <LineShown key={`${line.turn}-${index}`} line={line} selected={selected === line.turn} onSelect={onSelect} />
        ))}
      </div>
      {!lines.length && !waiting && <p className="muted">Nothing was said yet. You begin.</p>}
      {waiting && <WaitingShown waiting={waiting} />}
    </div>
  );
}

function LineShown({ line, selected, onSelect }: { line: Line; selected: boolean; onSelect?: (turn: number) => void }) {
  return (
    <article className={`chat-line ${line.by}`} aria-current={selected || undefined}>
      <header>
        <strong>{nameOf(line)}</strong>
        {line.role && <span>{line.role}</span>}
        <time dateTime={new Date(line.at * 1000).toISOString()} title={when(line.at)}>
          {clock(line.at)}
        </time>
        {onSelect && line.by === "program" && (
          <button type="button" className="chat-pick" aria-pressed={selected} onClick={() => onSelect(line.turn)}>
            Why<span className="visually-hidden"> {nameOf(line)} said this, turn {line.turn}</span>
          </button>
        )}
      </header>
      {line.removed ? <p className="chat-removed">A passage was removed here.</p> : <p>{line.text}</p>}
    </article>
  );
}

function nameOf(line: Line): string {
  return line.name || (line.by === "person" ? "You" : "Program");
}

// Not read aloud while it comes: the whole line is, once it is there.
function WaitingShown({ waiting: { said, mine, speaker, sentences } }: { waiting: Waiting }) {
  return (
    <div className="chat-waiting" aria-live="off">
      {said.text && (
        <article className="chat-line person">
          <header>
            <strong>{mine ? "You" : "Somebody"}</strong>
          </header>
          <p>{said.text}</p>
        </article>
      )}
      <article className="chat-line program">
        {speaker && (
          <header>
            <strong>{speaker}</strong>
          </header>
        )}
        {sentences.length > 0 && <p>{sentences.join(" ")}</p>}
        <p className="chat-coming" aria-hidden="true">
          <span />
          <span />
          <span />
        </p>
      </article>
    </div>
  );
}
