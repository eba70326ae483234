// What stays out of the book, and why: the teller decides.

import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Badge, ProblemNotice } from "../../parts/notice";
import { useActing } from "../../state/acting";
import { PassageButton, PassageButtons } from "./passage-button";

type Left = Schemas["LeftOutShown"];
type LeftOutProps = { session: string; page: Schemas["LeftOutPage"]; onPassage: (turn: number) => void; onChanged: () => void };

export function LeftOut({ session, page, onPassage, onChanged }: LeftOutProps) {
  const { busy, problem, act } = useActing();
  const turns = [...new Set(page.told.map((each) => each.turn))];
  const talk = [...new Set(page.talk.map((each) => each.turn))];

  async function takeIn(turn: number) {
    await got(api.PUT("/api/v1/memoirs/{session}/passages/{turn}/mark", { params: { path: { session, turn } }, body: { mark: "wanted" } }));
    onChanged();
  }

  return (
    <div className="book-left-out">
      {problem && <ProblemNotice problem={problem} />}
      {page.unmet.map((wish) => (
        <p key={wish.turn}>
          <Badge tone="warn">a wish that fits nothing told</Badge> “{wish.text}” <PassageButton turn={wish.turn} onPassage={onPassage} />
        </p>
      ))}
      {!turns.length && <p className="muted">Nothing that was told is left out.</p>}
      <ul className="book-passages">
        {turns.map((turn) => (
          <li key={turn}>
            <Passage left={page.told.filter((each) => each.turn === turn)} onPassage={onPassage} />
            <Button disabled={busy} aria-label={`Take passage ${turn} into the book`} onClick={() => void act(() => takeIn(turn))}>
              Take it into the book
            </Button>
          </li>
        ))}
      </ul>
      {talk.length > 0 && (
        <p className="muted">
          Talk to the interviewer is left out too, in passages <PassageButtons turns={talk} onPassage={onPassage} />
        </p>
      )}
    </div>
  );
}

function Passage({ left, onPassage }: { left: Left[]; onPassage: (turn: number) => void }) {
  const first = left[0] as Left;
  return (
    <>
      <p className="small muted">
        <Badge tone="warn">{first.why}</Badge> {first.wish && <>You said: “{first.wish}”</>} <PassageButton turn={first.turn} onPassage={onPassage} />
      </p>
      <p className="book-words">{left.map((each) => each.text).join(" ")}</p>
    </>
  );
}
