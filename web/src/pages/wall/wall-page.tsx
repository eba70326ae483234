// The wall: what runs now, whoever needs somebody first, without a word of what was said.

import { useState } from "react";
import { Loaded } from "../../parts/loaded";
import { Page } from "../../parts/page";
import { useRole } from "../../state/access";
import { many } from "../../words";
import { CardShown } from "./card-shown";
import { Filters } from "./filters";
import { useWall } from "./use-wall";
import { shown, unseen, type Wall, type Wanted } from "./wall";
import "./wall.css";

export default function WallPage() {
  const { wall, said } = useWall();
  return (
    <Page title="Wall" lead="What runs now, whoever needs somebody first. What was said is not shown here: open a session to read it.">
      <p className="visually-hidden" role="status" aria-label="What is new">
        {said}
      </p>
      <Loaded of={wall} what="the running sessions">
        {(data) => <WallShown wall={data} />}
      </Loaded>
    </Page>
  );
}

function WallShown({ wall }: { wall: Wall }) {
  const role = useRole();
  const [wanted, setWanted] = useState<Wanted>({ engine: "", flag: "" });
  const all = Object.values(wall.cards);
  const flagged = all.filter((card) => unseen(card).length > 0).length;
  const cards = shown(wall, wanted);
  return (
    <>
      <div className="wall-head">
        <p className="wall-count">
          {many(all.length, "session")} running, {flagged ? `${flagged} flagged` : "none flagged"}
        </p>
        <Filters wanted={wanted} onWanted={setWanted} />
      </div>
      {cards.length ? (
        <ul className="wall-cards" aria-label="Running sessions">
          {cards.map((card) => (
            <CardShown key={card.id} card={card} now={wall.at} acknowledges={role === "author"} />
          ))}
        </ul>
      ) : (
        <p className="muted">{all.length ? "No session is like that." : "Nothing is running."}</p>
      )}
    </>
  );
}
