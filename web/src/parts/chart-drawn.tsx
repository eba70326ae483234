// Draws curves, bars and means with intervals with uPlot.

import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { type ChartProps, HEIGHT, type Numbers, type Series } from "./chart";
import { colours, onTheme } from "./theme";
import "uplot/dist/uPlot.min.css";

export default function ChartDrawn({ label, x, series, height = HEIGHT }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(0); // how often it was drawn anew for other colours
  useEffect(() => onTheme(() => setDrawn((times) => times + 1)), []);
  useEffect(() => {
    const element = box.current as HTMLDivElement;
    const plot = new uPlot(options(element.clientWidth, height, x, series), [x.values, ...series.map((each) => each.values)], element);
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [x, series, height, drawn]);
  return <div className="chart" ref={box} role="img" aria-label={label} />;
}

function options(width: number, height: number, x: ChartProps["x"], series: Series[]): uPlot.Options {
  const colour = colours();
  const axis = { stroke: colour("muted"), grid: { stroke: colour("line"), width: 1 }, ticks: { stroke: colour("line"), width: 1 } };
  return {
    width,
    height,
    legend: { live: false, show: series.length > 1 },
    scales: { x: { time: false, ...(apart(series) ? { range: roomBeside(x.values) } : {}) }, y: rangeOf(series) },
    axes: [{ ...axis, ...named(x), label: x.name, labelSize: 22 }, axis],
    series: [{ label: x.name }, ...series.map((each, index) => drawnAs(each, index, series.filter((other) => other.bars).length, colour(`series-${(index % 5) + 1}`)))],
    hooks: { draw: [(plot) => series.forEach((each, index) => each.ends && whiskers(plot, each.ends, index, series.length, colour(`series-${(index % 5) + 1}`)))] },
  };
}

// Bars and dots stand apart from one another and need room beside the first and the last.
function apart(series: Series[]): boolean {
  return series.some((each) => each.bars || each.ends);
}

function roomBeside(values: number[]): uPlot.Range.MinMax {
  const step = values.length > 1 ? (values[1] as number) - (values[0] as number) : 1;
  return [(values[0] ?? 0) - 0.6 * step, (values.at(-1) ?? 0) + 0.6 * step];
}

function rangeOf(series: Series[]): uPlot.Scale {
  const ends = series.flatMap((each) => (each.ends ? [...each.values, ...each.ends.low, ...each.ends.high] : [])).filter((value) => value !== null);
  if (ends.length) return { range: uPlot.rangeNum(Math.min(...ends), Math.max(...ends), 0.1, true) };
  return series.some((each) => each.bars) ? { range: (_, __, most) => [0, Math.max(1, most) * 1.05] } : {};
}

const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

function named({ values, labels }: ChartProps["x"]): uPlot.Axis {
  if (!labels) return values.every(Number.isInteger) ? { incrs: WHOLE } : {};
  const every = (width: number) => Math.max(1, Math.ceil((labels.length * 80) / width)); // a name takes about 80 pixels
  return { splits: () => values, values: (plot) => labels.map((name, place) => (place % every(plot.width) ? "" : name)) };
}

function drawnAs(each: Series, index: number, many: number, stroke: string): uPlot.Series {
  const base = { label: each.name, stroke, width: 2 };
  if (each.ends) return { ...base, paths: () => null, points: { show: false } };
  if (!each.bars || !uPlot.paths.bars) return base;
  return { ...base, fill: stroke, points: { show: false }, paths: uPlot.paths.bars(many === 1 ? { size: [0.6, 80] } : { size: [0.35, 40], align: index === 0 ? -1 : 1 }) };
}

// A dot at each mean and a line from end to end; the series stand side by side.
function whiskers(plot: uPlot, ends: { low: Numbers; high: Numbers }, index: number, many: number, stroke: string): void {
  const { ctx } = plot;
  const beside = (index - (many - 1) / 2) * 14 * devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = stroke;
  ctx.lineWidth = 2 * devicePixelRatio;
  (plot.data[0] as number[]).forEach((at, place) => {
    const mean = plot.data[index + 1]?.[place];
    if (mean === null || mean === undefined) return;
    const x = plot.valToPos(at, "x", true) + beside;
    ctx.beginPath();
    ctx.arc(x, plot.valToPos(mean, "y", true), 4 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
    const [low, high] = [ends.low[place], ends.high[place]];
    if (low === null || low === undefined || high === null || high === undefined) return;
    ctx.beginPath();
    ctx.moveTo(x, plot.valToPos(low, "y", true));
    ctx.lineTo(x, plot.valToPos(high, "y", true));
    ctx.stroke();
  });
  ctx.restore();
}
