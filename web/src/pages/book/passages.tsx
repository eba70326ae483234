// Everything that was told, word for word, in the order it was told.

import type { Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Badge } from "../../parts/notice";
import { when } from "../../words";

type Passage = Schemas["PassageShown"];

export function Passages({ passages, onPassage }: { passages: readonly Passage[]; onPassage: (turn: number) => void }) {
  if (!passages.length) return <p className="muted">Nothing was told yet.</p>;
  return (
    <ol className="book-passages">
      {passages.map((passage) => (
        <li key={passage.turn}>
          <p className="small muted">
            Passage {passage.turn} · sitting {passage.sitting} · {when(passage.at)} {passage.withheld && <Badge tone="warn">{passage.withheld}</Badge>}
          </p>
          <p className="book-words">{passage.text}</p>
          <Button kind="quiet" aria-label={`Change or delete passage ${passage.turn}`} onClick={() => onPassage(passage.turn)}>
            Change or delete
          </Button>
        </li>
      ))}
    </ol>
  );
}
