// The way a conversation took, step by step.

import type { Schemas } from "../../../api/client";
import { type Column, Table } from "../../../parts/table";

type Walk = Schemas["ControlWalk"];
type Trod = Walk["trail"][number];

const MOVES: Record<Trod["moved"], string> = {
  begin: "began",
  stay: "stayed",
  goto: "went on",
  arm: "asked its question",
  close: "ended",
};

export function Trail({ walk }: { walk: Walk }) {
  const titles = new Map(walk.graph.nodes.map((node) => [node.id, node.title]));
  const columns: Column<Trod>[] = [
    { head: "Turn", cell: (trod) => trod.turn },
    { head: "In", cell: (trod) => titles.get(trod.node) ?? "" },
    { head: "What happened", cell: (trod) => MOVES[trod.moved] },
    { head: "Then in", cell: (trod) => titles.get(trod.to) },
  ];
  return <Table caption={`The trail of the conversation with ${walk.name}`} columns={columns} rows={walk.trail} empty={`You have not talked to ${walk.name} yet.`} />;
}
