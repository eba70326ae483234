// A control graph drawn, and its nodes and ways as tables: for a session with its trail, or for content by itself.

import { type ReactNode, useMemo } from "react";
import type { Schemas } from "../../../api/client";
import { Graph } from "../../../parts/graph";
import { Badge } from "../../../parts/notice";
import { type Column, Table } from "../../../parts/table";
import "./sims.css";

type ControlGraph = Schemas["ControlGraphShown"];
type Node = ControlGraph["nodes"][number];
type Edge = ControlGraph["edges"][number];
type Trod = Schemas["StepTaken"];

const KINDS: Record<Node["kind"], string> = { step: "", loop: "may be stayed in", gate: "gate", question: "question", end: "end" };

type Walked = { graph: ControlGraph; trail: readonly Trod[]; current: string };

// What is put inside stands between the drawing and the tables of nodes and ways.
export function ControlGraphDrawn({ graph, trail = NO_TRAIL, current = "", children }: Partial<Walked> & { graph: ControlGraph; children?: ReactNode }) {
  const nodes = useMemo(() => graph.nodes.map((node) => drawnNode(node, trail, current)), [graph, trail, current]);
  const edges = useMemo(() => graph.edges.map((edge) => drawnEdge(edge, trail)), [graph, trail]);
  return (
    <div className="sims-graph">
      <Graph label={`${graph.title}: the graph of the conversation; the tables below say the same`} nodes={nodes} edges={edges} layout="dagre" selected={trail.at(-1)?.edge} />
      {children}
      <NodeTable graph={graph} trail={trail} current={current} />
      <WayTable graph={graph} trail={trail} />
    </div>
  );
}

const NO_TRAIL: readonly Trod[] = [];

function drawnNode(node: Node, trail: readonly Trod[], current: string) {
  const kind = node.id === current ? "now" : trail.some((trod) => trod.to === node.id) ? "trail" : "";
  return { id: node.id, label: KINDS[node.kind] ? `${node.title}\n(${KINDS[node.kind]})` : node.title, kind };
}

function drawnEdge(edge: Edge, trail: readonly Trod[]) {
  const label = edge.kind === "on" ? "" : edge.kind === "if" ? edge.when : "backstop";
  const kind = `${turnsBy(edge.id, trail).length ? "trail" : ""} ${edge.kind === "on" ? "" : "dashed"}`;
  return { id: edge.id, from: edge.start, to: edge.to, label, kind };
}

function turnsBy(edge: string, trail: readonly Trod[]): number[] {
  return trail.filter((trod) => trod.edge === edge).map((trod) => trod.turn);
}

function NodeTable({ graph, trail, current }: Walked) {
  const columns: Column<Node>[] = [
    { head: "Node", cell: (node) => <NodeName node={node} current={node.id === current} /> },
    { head: "What it is for, and how it is left", cell: (node) => <Purpose node={node} /> },
    { head: "Turns", cell: (node) => trail.filter((trod) => trod.node === node.id).map((trod) => trod.turn).join(", ") },
  ];
  return <Table caption="The nodes of the conversation" columns={columns} rows={graph.nodes} keyOf={(node) => node.id} />;
}

function NodeName({ node, current }: { node: Node; current: boolean }) {
  return (
    <>
      {node.title} {KINDS[node.kind] && <Badge>{KINDS[node.kind]}</Badge>} {current && <Badge tone="accent">now</Badge>}
    </>
  );
}

function Purpose({ node }: { node: Node }) {
  return (
    <>
      {node.intent} <span className="muted">{node.left}</span>
      {node.asides.map((aside) => (
        <span key={aside} className="muted">
          {" "}
          Besides, {aside}.
        </span>
      ))}
    </>
  );
}

function WayTable({ graph, trail }: { graph: ControlGraph; trail: readonly Trod[] }) {
  const titles = new Map(graph.nodes.map((node) => [node.id, node.title]));
  const columns: Column<Edge>[] = [
    { head: "From", cell: (edge) => titles.get(edge.start) },
    { head: "To", cell: (edge) => titles.get(edge.to) },
    { head: "When", cell: (edge) => edge.when },
    { head: "Taken in turn", cell: (edge) => turnsBy(edge.id, trail).join(", ") },
  ];
  return <Table caption="The ways between them" columns={columns} rows={graph.edges} keyOf={(edge) => edge.id} empty="It goes by the count of exchanges, not by ways." />;
}
