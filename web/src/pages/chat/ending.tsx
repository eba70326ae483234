// What comes after a session. Where it ended before one's eyes, the composer is gone and the focus with it: it goes on here.

import { type ReactNode, useEffect, useRef } from "react";

export function Ending({ seen, children }: { seen: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (seen && isNowhere(document.activeElement)) box.current?.focus();
  }, [seen]);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="After the conversation">
      {children}
    </div>
  );
}

// Whoever reads something else meanwhile is left to it.
function isNowhere(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.id === "main";
}
