// The plan: the graph that was built from the design, as a picture and as tables.

import { useMemo } from "react";
import type { Schemas } from "../../api/client";
import { Graph, type GraphEdge, type GraphNode } from "../../parts/graph";
import { Panel } from "../../parts/page";
import { type Column, Table } from "../../parts/table";
import { many } from "../../words";
import { modeName, placeName, triggerName } from "./words";

type Plan = Schemas["PlanShown"];
type Scene = Schemas["PlanScene"];
type Mechanic = Schemas["PlanMechanic"];
type Connection = Schemas["PlanConnection"];

export function PlanTab({ plan }: { plan: Plan }) {
  return (
    <>
      <p>
        {many(plan.scenes.length, "scene")}, {many(plan.points, "point")} in all. The plan follows from the design: it is built, never written.
      </p>
      {plan.scenes.map((scene) => (
        <SceneOfPlan key={scene.id} scene={scene} />
      ))}
    </>
  );
}

function SceneOfPlan({ scene }: { scene: Scene }) {
  const { nodes, edges, names } = useMemo(() => drawn(scene), [scene]);
  const ways: Column<Connection>[] = [
    { head: "From", cell: (way) => placeName(way.origin, names) },
    { head: "To", cell: (way) => placeName(way.to, names) },
    { head: "Opens", cell: (way) => triggerName(way.trigger, way.value) },
  ];
  return (
    <Panel title={scene.title}>
      <p className="muted">
        {many(scene.points, "point")}
        {scene.onward && `; the next scene comes ${onward(scene)}`}.
      </p>
      <Graph label={`The rounds of ${scene.title} and the ways between them; the tables below say the same`} nodes={nodes} edges={edges} layout="dagre" />
      <Table caption="Rounds" columns={ROUNDS} rows={scene.mechanics} keyOf={(mechanic) => mechanic.id} />
      <Table caption="Ways between them" columns={ways} rows={scene.connections} />
    </Panel>
  );
}

const ROUNDS: Column<Mechanic>[] = [
  { head: "Round", cell: (mechanic) => modeName(mechanic.type) },
  { head: "Inside", cell: (mechanic) => mechanic.parent ?? "" },
  { head: "Items", cell: (mechanic) => mechanic.items, number: true },
  { head: "Points each", cell: (mechanic) => mechanic.points_per_item, number: true },
  { head: "Points", cell: (mechanic) => mechanic.points, number: true },
  { head: "Seconds", cell: (mechanic) => mechanic.seconds ?? "", number: true },
];

const ONWARD: Record<string, string> = { auto: "by itself", button: "at the press of a button" };

function onward({ onward: how, onward_share }: Scene): string {
  return ONWARD[how] ?? `with ${Math.round((onward_share ?? 0) * 100)} % of the points`;
}

function drawn(scene: Scene): { nodes: GraphNode[]; edges: GraphEdge[]; names: Map<string, string> } {
  const names = new Map(scene.mechanics.map((mechanic, index) => [mechanic.id, `${index + 1}. ${modeName(mechanic.type)}`]));
  const ids = new Set(scene.connections.flatMap((way) => [way.origin, way.to]));
  const nodes = [...ids].map((id) => ({ id, label: placeName(id, names), kind: names.has(id) ? "" : "faded" }));
  const edges = scene.connections.map((way, index) => ({ id: `way-${index}`, from: way.origin, to: way.to, label: triggerName(way.trigger, way.value) }));
  return { nodes, edges, names };
}
