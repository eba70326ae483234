// A graph drawn on a canvas. Whoever uses it puts a table beside it: a canvas says nothing to a screen reader.

import cytoscape, { type Core, type ElementDefinition, type LayoutOptions, type StylesheetJson } from "cytoscape";
import dagre from "cytoscape-dagre";
import fcose from "cytoscape-fcose";
import { useEffect, useRef } from "react";

cytoscape.use(dagre);
cytoscape.use(fcose);

export type GraphNode = { id: string; label: string; kind?: string; near?: string };
export type GraphEdge = { id: string; from: string; to: string; label?: string; kind?: string };

type GraphProps = {
  label: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  layout: "dagre" | "fcose";
  selected?: string;
  onSelect?: (id: string) => void;
};

const LAYOUTS: Record<GraphProps["layout"], object> = {
  dagre: { name: "dagre", rankDir: "TB", nodeSep: 30, rankSep: 50, fit: true, padding: 20 },
  fcose: { name: "fcose", animate: false, quality: "default", fit: true, padding: 20, nodeSeparation: 90, randomize: true },
};

export function Graph({ label, nodes, edges, layout, selected, onSelect }: GraphProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Core | null>(null);
  const select = useRef(onSelect);
  select.current = onSelect;

  useEffect(() => {
    const core = cytoscape({ container: box.current, style: look(), wheelSensitivity: 0.3, minZoom: 0.15, maxZoom: 3 });
    core.on("tap", "node, edge", (event) => select.current?.(event.target.id()));
    drawn.current = core;
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const restyle = () => void core.style(look());
    dark.addEventListener("change", restyle);
    return () => {
      dark.removeEventListener("change", restyle);
      core.destroy();
    };
  }, []);

  useEffect(() => {
    if (drawn.current) redraw(drawn.current, nodes, edges, layout);
  }, [nodes, edges, layout]);

  useEffect(() => {
    drawn.current?.elements().removeClass("chosen");
    if (selected) drawn.current?.getElementById(selected).addClass("chosen");
  }, [selected, nodes, edges]);

  return <div className="graph" ref={box} role="img" aria-label={label} />;
}

// What is new is placed beside what it hangs on; the whole is laid out anew only when most of it is new.
function redraw(core: Core, nodes: readonly GraphNode[], edges: readonly GraphEdge[], layout: GraphProps["layout"]): void {
  const wanted = elements(nodes, edges);
  const ids = new Set(wanted.map((element) => element.data.id));
  core.elements().filter((element) => !ids.has(element.id())).remove();
  const fresh = wanted.filter((element) => core.getElementById(element.data.id as string).empty());
  const freshNodes = fresh.filter((element) => !element.data.source);
  const whole = layout === "dagre" ? fresh.length > 0 : freshNodes.length * 2 > nodes.length;
  core.batch(() => {
    for (const element of wanted) {
      const known = core.getElementById(element.data.id as string);
      if (known.nonempty()) known.data(element.data).classes(element.classes as string);
    }
    for (const element of freshNodes) core.add({ ...element, position: beside(core, element.data.near as string | undefined) });
    core.add(fresh.filter((element) => element.data.source));
  });
  if (whole) core.layout(LAYOUTS[layout] as LayoutOptions).run();
  else if (fresh.length) core.fit(undefined, 20);
}

function elements(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ElementDefinition[] {
  const known = new Set(nodes.map((node) => node.id));
  return [
    ...nodes.map((node) => ({ data: { id: node.id, label: node.label, near: node.near }, classes: node.kind ?? "" })),
    ...edges
      .filter((edge) => known.has(edge.from) && known.has(edge.to))
      .map((edge) => ({ data: { id: edge.id, source: edge.from, target: edge.to, label: edge.label ?? "" }, classes: edge.kind ?? "" })),
  ];
}

function beside(core: Core, near: string | undefined): { x: number; y: number } {
  const anchor = near ? core.getElementById(near) : core.collection();
  const { x, y } = anchor.nonempty() ? anchor.position() : { x: 0, y: 0 };
  const angle = core.nodes().length * 2.4; // the golden angle: neighbours do not pile up
  return { x: x + 90 * Math.cos(angle), y: y + 90 * Math.sin(angle) };
}

function look(): StylesheetJson {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return [
    {
      selector: "node",
      style: {
        label: "data(label)", color: colour("ink"), "background-color": colour("surface"), "border-color": colour("line-strong"),
        "border-width": 1.5, shape: "round-rectangle", width: "label", height: "label", padding: "8px", "text-wrap": "wrap",
        "text-max-width": "130px", "text-valign": "center", "font-size": 12, "font-family": colour("sans"),
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.5, "line-color": colour("line-strong"), "target-arrow-color": colour("line-strong"), "target-arrow-shape": "triangle",
        "curve-style": "bezier", label: "data(label)", "font-size": 10, color: colour("muted"), "text-background-color": colour("sunken"),
        "text-background-opacity": 1, "text-background-padding": "2px",
      },
    },
    { selector: ".trail", style: { "border-color": colour("accent"), "line-color": colour("accent"), "target-arrow-color": colour("accent"), "background-color": colour("accent-soft") } },
    { selector: ".now", style: { "background-color": colour("accent"), color: colour("accent-ink"), "border-color": colour("accent") } },
    { selector: ".faded", style: { opacity: 0.45 } },
    { selector: ".dashed", style: { "border-style": "dashed", "line-style": "dashed" } },
    { selector: ".tone-1", style: { "border-color": colour("series-1") } },
    { selector: ".tone-2", style: { "border-color": colour("series-2") } },
    { selector: ".tone-3", style: { "border-color": colour("series-3") } },
    { selector: ".tone-4", style: { "border-color": colour("series-4") } },
    { selector: ".tone-5", style: { "border-color": colour("series-5") } },
    { selector: "node.chosen", style: { "border-width": 4 } },
    { selector: "edge.chosen", style: { width: 4 } },
  ] as unknown as StylesheetJson;
}
