// How a move was judged, and the way out of the round.

import type { Schemas } from "../../api/client";
import { Badge } from "../../parts/notice";
import { type Column, Table } from "../../parts/table";
import { many } from "../../words";
import type { EngineChat } from "../chat/engine-chat";
import { modeName, triggerName } from "./words";

type Own = Schemas["GameWhy"];
type JudgedMove = Schemas["JudgedMove"];

const ANSWERS: Column<JudgedMove>[] = [
  { head: "Asked", cell: (each) => each.item },
  { head: "Answered", cell: (each) => each.answer },
  { head: "Verdict", cell: (each) => <Badge tone={each.right ? "good" : "warn"}>{each.right ? "right" : "wrong"}</Badge> },
  { head: "Points", cell: (each) => each.points, number: true },
];

function GameWhy({ why }: { why: Schemas["Why"] }) {
  if (why.own.engine !== "games") return null;
  const own = why.own;
  const beliefs = own.judged.filter((each) => each.belief);
  return (
    <section aria-label="How it was judged">
      <h3>How it was judged</h3>
      <p>
        {modeName(own.mode)}
        {own.judged.length === 0 && own.move && `: ${own.move}`}. {gained(own)}
      </p>
      {own.judged.length > 0 && <Table caption="What was judged" columns={ANSWERS} rows={own.judged} />}
      {beliefs.map((each, index) => (
        <p key={index} className="games-belief">
          <strong>{each.belief}</strong> {each.correction}
        </p>
      ))}
      {own.way_out && <WayOut way={own.way_out} />}
    </section>
  );
}

function gained({ points_before, points_after, of }: Own): string {
  const gain = points_after - points_before;
  return `${gain > 0 ? `${many(gain, "point")} more` : "No points"}: ${points_after} of ${of}.`;
}

function WayOut({ way }: { way: Schemas["WayOut"] }) {
  return (
    <>
      <h3>The way out</h3>
      <p>
        <Badge tone={way.open ? "good" : "warn"}>{way.open ? "open" : "shut"}</Badge> It opens {triggerName(way.trigger, way.value)}. So far{" "}
        {way.points} of {many(way.of, "point")}.
        {way.unmet > 0 && ` It was found shut ${many(way.unmet, "time")}; after ${way.patience}, one may go on anyway.`}
      </p>
    </>
  );
}

export const games: EngineChat = { hint: "A move", panels: [], Why: GameWhy };
