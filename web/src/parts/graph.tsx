// A graph drawn on a canvas. Whoever uses it puts a table beside it: a canvas says nothing to a screen reader.
// What draws it is large, and is fetched when there is something to draw.

import { lazy, Suspense, useRef, useSyncExternalStore } from "react";
import { Button } from "./button";

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
  const frame = useRef<HTMLDivElement>(null);
  const full = useSyncExternalStore(onFullscreen, () => !!frame.current && document.fullscreenElement === frame.current);
  const change = () => void (full ? document.exitFullscreen() : frame.current?.requestFullscreen());
  return (
    <div className="graph-frame" ref={frame}>
      <Suspense fallback={<div className="graph" />}>
        <GraphDrawn {...props} />
      </Suspense>
      <Button className="small" onClick={change}>
        {full ? "Back to the page" : "Full screen"}
      </Button>
    </div>
  );
}

function onFullscreen(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}
