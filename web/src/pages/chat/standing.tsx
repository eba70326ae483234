// How things stand, in a sentence, and a way on where something went wrong.

import { Button } from "../../parts/button";
import { left, type Room, standing } from "../../state/folding";

export function Standing({ room, onRetry }: { room: Room; onRetry: () => void }) {
  return (
    <div className={`chat-standing ${toneOf(room)}`}>
      <p role="status">{standing(room)}</p>
      {(room.trouble?.kept || left(room)) && room.link !== "gone" && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

function toneOf({ link, trouble, waiting }: Room): string {
  if (link === "gone" || trouble) return "bad";
  if (link === "lost") return "warn";
  return waiting || link === "connecting" ? "busy-now" : "calm";
}
