// A list whose entries can be put in another order: by dragging the handle, by arrow keys on it, or by buttons.

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../../parts/button";
import { moved, without } from "./design";

type OrderedListProps<T> = {
  list: readonly T[];
  nameOf: (entry: T, index: number) => string;
  onChange: (list: T[]) => void;
  children: (entry: T, index: number) => ReactNode;
};

type Drag = { from: number; over: number };

export function OrderedList<T>({ list, nameOf, onChange, children }: OrderedListProps<T>) {
  const box = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const [said, setSaid] = useState("");

  function move(from: number, to: number) {
    if (to < 0 || to >= list.length || to === from) return;
    setSaid(`${nameOf(list[from] as T, from)} is now number ${to + 1} of ${list.length}.`);
    onChange(moved(list, from, to));
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`:scope > [data-place="${to}"] .games-grip`)?.focus());
  }

  function drop() {
    if (drag) move(drag.from, drag.over);
    setDrag(undefined);
  }

  const look = (index: number) => (drag?.from === index ? "dragged" : drag?.over === index ? "target" : "");
  return (
    <>
      <ul className="games-list" ref={box}>
        {list.map((entry, index) => (
          <li key={index} className={`games-entry ${look(index)}`} data-place={index}>
            <div className="games-tools">
              <Grip
                name={nameOf(entry, index)}
                onMove={(step) => move(index, index + step)}
                onOver={(y) => setDrag({ from: index, over: placeAt(box.current, y) ?? index })}
                onDrop={drop}
              />
              <Button kind="quiet" disabled={index === 0} onClick={() => move(index, index - 1)} aria-label={`Move ${nameOf(entry, index)} up`}>
                ↑
              </Button>
              <Button kind="quiet" disabled={index === list.length - 1} onClick={() => move(index, index + 1)} aria-label={`Move ${nameOf(entry, index)} down`}>
                ↓
              </Button>
              <Button kind="quiet" disabled={list.length === 1} onClick={() => onChange(without(list, index))} aria-label={`Remove ${nameOf(entry, index)}`}>
                ×
              </Button>
            </div>
            {children(entry, index)}
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

type GripProps = { name: string; onMove: (step: number) => void; onOver: (y: number) => void; onDrop: () => void };

function Grip({ name, onMove, onOver, onDrop }: GripProps) {
  function press(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(step);
  }
  function follow(event: PointerEvent<HTMLButtonElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onOver(event.clientY);
  }
  return (
    <Button
      kind="quiet"
      className="games-grip"
      aria-label={`Drag ${name}, or move it with the arrow keys`}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={follow}
      onPointerUp={onDrop}
    >
      ⠿
    </Button>
  );
}

// Which entry of the list lies at this height.
function placeAt(box: HTMLElement | null, y: number): number | undefined {
  const entries = [...(box?.querySelectorAll<HTMLElement>(":scope > [data-place]") ?? [])];
  const at = entries.findIndex((entry) => y < entry.getBoundingClientRect().bottom);
  return at === -1 ? entries.length - 1 : at;
}
