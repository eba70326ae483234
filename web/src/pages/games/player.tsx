// The page of the game in a frame of its own, which can reach nothing; it and the studio exchange messages.

import { useEffect, useRef } from "react";
import { type FromPage, messageOf, type ToPage } from "./bridge";

type PlayerProps = { session: string; title: string; handed: number; play: () => ToPage; onMessage: (message: FromPage) => void };

export function Player({ session, title, handed, play, onMessage }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isReady = useRef(false);
  const latest = useRef({ play, onMessage });
  latest.current = { play, onMessage };

  useEffect(() => {
    function hear(event: MessageEvent) {
      if (event.source !== frame.current?.contentWindow) return;
      const message = messageOf(event.data);
      if (message?.type === "dramaturg:ready") {
        isReady.current = true;
        hand(frame.current, latest.current.play());
      } else if (message) latest.current.onMessage(message);
    }
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, []);

  useEffect(() => {
    if (handed > 0 && isReady.current) hand(frame.current, latest.current.play());
  }, [handed]);

  return (
    <iframe
      ref={frame}
      className="games-frame"
      title={title}
      sandbox="allow-scripts allow-downloads"
      src={`/api/v1/plays/${encodeURIComponent(session)}/page`}
    />
  );
}

// The frame's page has no origin that could be named, so the message goes to whatever is in our own frame.
function hand(frame: HTMLIFrameElement | null, play: ToPage): void {
  frame?.contentWindow?.postMessage(play, "*");
}
