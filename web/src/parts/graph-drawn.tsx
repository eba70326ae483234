// Draws a graph on a canvas.

import cytoscape, { type Core, type ElementDefinition, type LayoutOptions, type StylesheetJson } from "cytoscape";
import dagre from "cytoscape-dagre";
import fcose from "cytoscape-fcose";
import { useEffect, useRef } from "react";
import type { GraphEdge, GraphNode, GraphProps } from "./graph";
import { colours, onTheme } from "./theme";

cytoscape.use(dagre);
cytoscape.use(fcose);

const SANS = "system-ui, sans-serif";
const FONT_SIZE = 12;
const READABLE = 0.6; // of their full size, labels can be read
const WIDEST = 130; // of a label, before it is broken
const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;

const LARGEST = 1.4; // a few boxes are not blown up to fill the frame

const LAYOUTS: Record<GraphProps["layout"], object> = {
  dagre: { name: "dagre", rankDir: "TB", nodeSep: 30, rankSep: 50, fit: true, padding: 20 },
  rising: { name: "dagre", rankDir: "BT", nodeSep: 30, rankSep: 60, fit: true, padding: 20 },
  fcose: { name: "fcose", animate: false, quality: "default", fit: true, padding: 20, nodeSeparation: 75, idealEdgeLength: 80, nodeRepulsion: 8000, gravity: 0.8, gravityRange: 1.5, randomize: true },
};

export default function GraphDrawn({ label, nodes, edges, layout, selected, onSelect }: GraphProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Core | null>(null);
  const select = useRef(onSelect);
  select.current = onSelect;

  useEffect(() => {
    const core = cytoscape({ container: box.current, style: look(), minZoom: 0.05, maxZoom: 3 });
    core.on("tap", "node, edge", (event) => select.current?.(event.target.id()));
    core.on("tap", (event) => event.target === core && showAll(core));
    core.on("resize", () => showAll(core));
    drawn.current = core;
    const leave = onTheme(() => void core.style(look()));
    return () => {
      leave();
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

  useEffect(() => {
    if (drawn.current && selected) approach(drawn.current, selected);
  }, [selected]);

  return <div className="graph" ref={box} role="img" aria-label={label} />;
}

// In a large graph whatever is picked would be too small to read: one goes near it. A tap on nothing shows the whole again.
function approach(core: Core, id: string): void {
  const picked = core.getElementById(id);
  if (picked.empty() || core.zoom() >= READABLE) return;
  core.zoom(READABLE);
  core.center(picked);
}

// What is new is placed beside what it hangs on; the whole is laid out anew only when most of it is new.
function redraw(core: Core, nodes: readonly GraphNode[], edges: readonly GraphEdge[], layout: GraphProps["layout"]): void {
  const wanted = elements(nodes, edges);
  const ids = new Set(wanted.map((element) => element.data.id));
  core.elements().filter((element) => !ids.has(element.id())).remove();
  const fresh = wanted.filter((element) => core.getElementById(element.data.id as string).empty());
  const freshNodes = fresh.filter((element) => !element.data.source);
  const whole = layout !== "fcose" ? fresh.length > 0 : freshNodes.length * 2 > nodes.length;
  core.batch(() => {
    for (const element of wanted) {
      const known = core.getElementById(element.data.id as string);
      if (known.nonempty()) known.data(element.data).classes(element.classes as string);
    }
    for (const element of freshNodes) core.add({ ...element, position: beside(core, element.data.near as string | undefined) });
    core.add(fresh.filter((element) => element.data.source));
  });
  if (whole) core.layout(LAYOUTS[layout] as LayoutOptions).run();
  if (fresh.length) showAll(core);
}

function showAll(core: Core): void {
  core.fit(undefined, 20);
  if (core.zoom() <= LARGEST) return;
  core.zoom(LARGEST);
  core.center();
}

function elements(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ElementDefinition[] {
  const known = new Set(nodes.map((node) => node.id));
  return [
    ...nodes.map((node) => ({ data: { id: node.id, label: node.label, near: node.near, ...sizeOf(node.label) }, classes: node.kind ?? "" })),
    ...edges
      .filter((edge) => known.has(edge.from) && known.has(edge.to))
      .map((edge) => ({ data: { id: edge.id, source: edge.from, target: edge.to, label: edge.label ?? "" }, classes: edge.kind ?? "" })),
  ];
}

// How much room a label takes, broken into lines as the canvas does it. A box that measured itself would be nothing when lines are
// drawn to it for the first time.
function sizeOf(label: string): { width: number; height: number } {
  pen.font = `${FONT_SIZE}px ${SANS}`;
  const space = pen.measureText(" ").width;
  const lines = [0];
  for (const word of label.split(/\s+/)) {
    const width = pen.measureText(word).width;
    const line = lines.at(-1) as number;
    if (line && line + space + width > WIDEST) lines.push(width);
    else lines[lines.length - 1] = line ? line + space + width : width;
  }
  return { width: Math.min(WIDEST, Math.max(...lines)) + 4, height: lines.length * FONT_SIZE * 1.2 };
}

function beside(core: Core, near: string | undefined): { x: number; y: number } {
  const anchor = near ? core.getElementById(near) : core.collection();
  const { x, y } = anchor.nonempty() ? anchor.position() : { x: 0, y: 0 };
  const angle = core.nodes().length * 2.4; // the golden angle: neighbours do not pile up
  return { x: x + 90 * Math.cos(angle), y: y + 90 * Math.sin(angle) };
}

function look(): StylesheetJson {
  const colour = colours();
  return [
    {
      selector: "node",
      style: {
        label: "data(label)", color: colour("ink"), "background-color": colour("surface"), "border-color": colour("line-strong"),
        "border-width": 1.5, shape: "round-rectangle", width: "data(width)", height: "data(height)", padding: "8px", "text-wrap": "wrap",
        "text-max-width": `${WIDEST}px`, "text-valign": "center", "font-size": FONT_SIZE, "font-family": SANS,
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
    { selector: ".faded", style: { opacity: 0.45 } },
    { selector: ".dashed", style: { "border-style": "dashed", "line-style": "dashed" } },
    { selector: "edge.wide", style: { width: 3.5 } },
    { selector: "edge.widest", style: { width: 6 } },
    { selector: ".dotted", style: { "line-style": "dotted" } },
    ...[1, 2, 3, 4, 5].flatMap((tone) => [
      { selector: `.tone-${tone}`, style: { "border-color": colour(`series-${tone}`), "border-width": 2.5 } },
      { selector: `.tone-${tone}.filled`, style: { "background-color": colour(`series-${tone}`), color: colour("paper") } },
    ]),
    { selector: ".double", style: { "border-style": "double", "border-width": 6 } },
    { selector: ".now", style: { "background-color": colour("accent"), color: colour("accent-ink"), "border-color": colour("accent") } },
    { selector: ".hidden", style: { visibility: "hidden" } },
    { selector: "node.chosen", style: { "border-width": 4 } },
    { selector: "edge.chosen", style: { width: 4 } },
  ] as unknown as StylesheetJson;
}
