// The graph as tables: everything that is drawn, and the words behind it.

import type { ReactNode } from "react";
import { Badge } from "../../../parts/notice";
import { type Column, Table } from "../../../parts/table";
import { type Concept, type Knowledge, titleOf, type View, wordsOf } from "./knowledge";
import { Quotes } from "./words-behind";

type TablesProps = { now: Knowledge; view: View; picked: string | undefined; onPick: (id: string) => void };

export function KnowledgeTables({ now, view, picked, onPick }: TablesProps) {
  const pick = (id: string, name: string) => (
    <button type="button" className="interview-pick" aria-pressed={id === picked} onClick={() => onPick(id)}>
      {name}
    </button>
  );
  return view === "surface" ? <SurfaceTables now={now} pick={pick} /> : <CanonicalTables now={now} pick={pick} />;
}

type Pick = (id: string, name: string) => ReactNode;

// `captions` tells two such pairs of tables on one page apart.
export function SurfaceTables({ now, pick, captions = ["Concepts", "Links between concepts"] }: { now: Knowledge; pick: Pick; captions?: [string, string] }) {
  const label = (id: string) => now.concepts.find((each) => each.id === id)?.label ?? id;
  const concepts: Column<Concept>[] = [
    { head: "Concept", cell: (each) => <ConceptCell concept={each} now={now} pick={pick} /> },
    { head: "Words", cell: (each) => <Quotes of={each.quotes} /> },
    { head: "Said", number: true, cell: (each) => each.mentions },
    { head: "Asked about", number: true, cell: (each) => each.focused },
    { head: "Talked out", number: true, cell: (each) => `${Math.round(each.exhaustion * 100)}\u00a0%` },
  ];
  const links: Column<Knowledge["links"][number]>[] = [
    { head: "Link", cell: (each) => pick(each.id, `${label(each.source)} → ${label(each.target)}`) },
    { head: "Kind", cell: (each) => each.type },
    { head: "Words", cell: (each) => <Quotes of={each.quotes} /> },
    { head: "Said", number: true, cell: (each) => each.mentions },
    { head: "Sure", number: true, cell: (each) => `${Math.round(each.confidence * 100)}\u00a0%` },
  ];
  return (
    <>
      <Table caption={captions[0]} columns={concepts} rows={now.concepts} keyOf={(each) => each.id} empty="No concept yet: answer the first question." />
      <Table caption={captions[1]} columns={links} rows={now.links} keyOf={(each) => each.id} empty="No link yet." />
    </>
  );
}

function ConceptCell({ concept, now, pick }: { concept: Concept; now: Knowledge; pick: Pick }) {
  return (
    <>
      {pick(concept.id, concept.label)}
      <div className="muted small">
        {titleOf(concept.type, now)}, answer {concept.turn}
      </div>
      {concept.labels.length > 0 && <div className="muted small">also: {concept.labels.join(", ")}</div>}
      <div className="row">
        {concept.id === now.focus && <Badge tone="accent">asked about now</Badge>}
        {concept.exhausted && <Badge>talked out</Badge>}
        {concept.refused && <Badge tone="warn">left alone</Badge>}
        {concept.revised && <Badge>taken back</Badge>}
      </div>
    </>
  );
}

function CanonicalTables({ now, pick }: { now: Knowledge; pick: Pick }) {
  const name = (id: string) => now.slots.find((each) => each.id === id)?.name ?? id;
  const words = (id: string) => (
    <>
      {wordsOf(id, now)?.groups.map((group) => (
        <div key={group.name}>
          <span className="small">{group.name}</span>
          <Quotes of={group.quotes} />
        </div>
      ))}
    </>
  );
  const slots: Column<Knowledge["slots"][number]>[] = [
    {
      head: "Slot",
      cell: (each) => (
        <>
          {pick(each.id, each.name)}
          <div className="muted small">{titleOf(each.type, now)}</div>
          {!each.active && <Badge>one concept so far</Badge>}
        </>
      ),
    },
    { head: "Concepts and words", cell: (each) => words(each.id) },
    { head: "Concepts", number: true, cell: (each) => each.concepts.length },
  ];
  const links: Column<Knowledge["slot_links"][number]>[] = [
    { head: "Link", cell: (each) => pick(each.id, `${name(each.source)} → ${name(each.target)}`) },
    { head: "Kind", cell: (each) => each.type },
    { head: "Links and words", cell: (each) => words(each.id) },
    { head: "Support", number: true, cell: (each) => each.support },
  ];
  return (
    <>
      <Table caption="Slots: concepts that mean the same" columns={slots} rows={now.slots} keyOf={(each) => each.id} empty="No slot yet." />
      <Table caption="Links between slots" columns={links} rows={now.slot_links} keyOf={(each) => each.id} empty="No link yet." />
    </>
  );
}
