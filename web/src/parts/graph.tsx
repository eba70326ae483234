// A graph drawn on a canvas. Whoever uses it puts a table beside it: a canvas says nothing to a screen reader.
// What draws it is large, and is fetched when there is something to draw.

import { lazy, Suspense } from "react";

export type GraphNode = { id: string; label: string; kind?: string; near?: string };
export type GraphEdge = { id: string; from: string; to: string; label?: string; kind?: string };

export type GraphProps = {
  label: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  layout: "dagre" | "rising" | "fcose"; // rising: what leads to something stands below it
  selected?: string;
  onSelect?: (id: string) => void;
};

const GraphDrawn = lazy(() => import("./graph-drawn"));

export function Graph(props: GraphProps) {
  return (
    <Suspense fallback={<div className="graph" />}>
      <GraphDrawn {...props} />
    </Suspense>
  );
}
