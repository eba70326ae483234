// Why the interviewer said this: the route that won, how deep and what held it back, the step of a follow-up, and safety.

import type { ReactNode } from "react";
import type { Schemas } from "../../../api/client";
import { Badge, Notice } from "../../../parts/notice";
import { type Column, Table } from "../../../parts/table";

type MemoirWhy = Schemas["MemoirWhy"];

export function Why({ why }: { why: Schemas["Why"] }) {
  const { own } = why;
  if (own.engine !== "memoir") return null;
  if (!own.conducted) return <p>Nothing was told in this turn. The line was said {own.purpose}.</p>;
  return (
    <>
      {own.safety && <Notice tone="warn">Safety: {own.safety}.</Notice>}
      <Line why={own} />
      <Depth why={own} />
      <Routes routes={own.routes} />
    </>
  );
}

function Line({ why }: { why: MemoirWhy }) {
  return (
    <section aria-label="What the line was for">
      <dl className="why-facts">
        <Fact name="The line was said">
          {why.purpose}, by the tactic “{why.tactic}”
        </Fact>
        <Fact name="The rule that won">
          {why.rule}, so the interviewer {why.style_about} ({why.style})
        </Fact>
        <Fact name="Topic">{why.topic}</Fact>
        <Fact name="Part of the sitting">{why.phase}</Fact>
        <Fact name="The words were read by">{why.read_by}</Fact>
        <Fact name="Step of a follow-up">{why.step && `${why.step}: ${why.step_reason}`}</Fact>
        <Fact name="Offered">{why.sideways && "to leave the matter, because there was much feeling in the words"}</Fact>
        <Fact name="Takes up">{why.taken_up.map((each) => `“${each.words}” (turn ${each.turn})`).join(", ")}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Depth({ why }: { why: MemoirWhy }) {
  return (
    <section aria-label="How deep">
      <h3>How deep</h3>
      <p className="memoir-depth">
        <Badge>{`${why.depth_before} ${why.depth_before_name}`}</Badge> → <Badge tone="accent">{`${why.depth_after} ${why.depth_after_name}`}</Badge>
      </p>
      <p>{why.depth_reason}</p>
      {why.held_back.length > 0 && (
        <>
          <p className="small muted">Held back by</p>
          <ul>
            {why.held_back.map((held) => (
              <li key={held}>{held}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const ROUTES: Column<MemoirWhy["routes"][number]>[] = [
  { head: "Rule", cell: (route) => (route.won ? <strong>{route.rule}</strong> : route.rule) },
  { head: "Needs", cell: (route) => route.needs },
  { head: "Held", cell: (route) => (route.won ? <Badge tone="accent">won</Badge> : route.held ? "yes, too late" : "no") },
  { head: "Leads to", cell: (route) => route.style },
];

function Routes({ routes }: { routes: MemoirWhy["routes"] }) {
  return (
    <section aria-label="Which way to speak">
      <h3>Which way to speak</h3>
      <Table caption="The rules in their order: the first that holds wins" columns={ROUTES} rows={routes} keyOf={(route) => route.rule} />
    </section>
  );
}
