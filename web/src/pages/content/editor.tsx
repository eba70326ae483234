// A text with its line numbers, and every fault at its line. Tab leaves it, as it leaves every other field.

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { byLine, type Fault, lineAt, nextFault, offsetOf } from "./lines";

type EditorProps = { label: string; text: string; faults: readonly Fault[]; area: RefObject<HTMLTextAreaElement | null>; onChange: (text: string) => void };

const top = (line: number) => ({ top: `calc(${line - 1} * var(--editor-line))` });

export function goTo(area: HTMLTextAreaElement, line: number, column: number): void {
  const offset = offsetOf(area.value, line, column);
  const height = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.focus();
  area.setSelectionRange(offset, offset);
  area.scrollTop = Math.max(0, (line - 1) * height - area.clientHeight / 3);
  area.scrollLeft = 0;
}

export function Editor({ label, text, faults, area, onChange }: EditorProps) {
  const margin = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const line = useCursorLine(area);
  const placed = byLine(faults);

  function scrolled(from: HTMLTextAreaElement) {
    if (margin.current) margin.current.style.transform = `translateY(${-from.scrollTop}px)`;
    if (marks.current) marks.current.style.transform = `translate(${-from.scrollLeft}px, ${-from.scrollTop}px)`;
  }

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "F8") return;
    event.preventDefault();
    const here = event.currentTarget;
    const fault = nextFault(faults, lineAt(here.value, here.selectionStart), event.shiftKey ? -1 : 1);
    if (fault) goTo(here, fault.line, fault.column);
  }

  return (
    <>
      <div className="editor">
        <div className="editor-margin" aria-hidden="true">
          <div ref={margin}>
            <pre>{text.split("\n").map((_, index) => index + 1).join("\n")}</pre>
            {[...placed.keys()].map((at) => (
              <span key={at} className="editor-dot" style={top(at)} />
            ))}
          </div>
        </div>
        <div className="editor-body">
          <div className="editor-marks" aria-hidden="true">
            <Marks of={placed} text={text} box={marks} />
          </div>
          <textarea
            ref={area}
            aria-label={label}
            aria-describedby="editor-keys"
            aria-invalid={placed.size > 0}
            spellCheck={false}
            wrap="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
            onScroll={(event) => scrolled(event.currentTarget)}
            onKeyDown={pressed}
          />
        </div>
      </div>
      <AtTheLine line={line} faults={placed.get(line) ?? []} />
    </>
  );
}

// The line of the cursor, however it came there.
function useCursorLine(area: RefObject<HTMLTextAreaElement | null>): number {
  const [line, setLine] = useState(1);
  useEffect(() => {
    const moved = () => {
      const here = area.current;
      if (here && document.activeElement === here) setLine(lineAt(here.value, here.selectionStart));
    };
    document.addEventListener("selectionchange", moved);
    return () => document.removeEventListener("selectionchange", moved);
  }, [area]);
  return line;
}

type MarksProps = { of: Map<number, Fault[]>; text: string; box: RefObject<HTMLDivElement | null> };

function Marks({ of, text, box }: MarksProps) {
  const lines = text.split("\n");
  return (
    <div ref={box}>
      {[...of].map(([line, faults]) => (
        <div key={line} className="editor-mark" style={top(line)}>
          <span className="editor-ghost">{lines[line - 1]}</span>
          <span className="editor-said">{faults.map((fault) => fault.message).join(" ")}</span>
        </div>
      ))}
    </div>
  );
}

// What is wrong where the cursor stands, said aloud when it comes there.
function AtTheLine({ line, faults }: { line: number; faults: readonly Fault[] }) {
  return (
    <p className="editor-here" role="status">
      <span className="muted">Line {line}.</span>{" "}
      {faults.map((fault) => (
        <span key={fault.code + fault.message}>
          {fault.message} <em>{fault.remedy}</em>{" "}
        </span>
      ))}
    </p>
  );
}
