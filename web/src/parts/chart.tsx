// Curves and bars over numbers, drawn by uPlot. Whoever uses it gives the figures as a table too.

import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { colours, onTheme } from "./theme";
import "uplot/dist/uPlot.min.css";

export type Series = { name: string; values: (number | null)[]; bars?: boolean };

type ChartProps = { label: string; x: { name: string; values: number[] }; series: Series[]; height?: number };

export function Chart({ label, x, series, height = 240 }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(0); // how often it was drawn anew for other colours
  useEffect(() => onTheme(() => setDrawn((times) => times + 1)), []);
  useEffect(() => {
    const element = box.current as HTMLDivElement;
    const plot = new uPlot(options(element.clientWidth, height, x.name, series), [x.values, ...series.map((each) => each.values)], element);
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [x, series, height, drawn]);
  return <div className="chart" ref={box} role="img" aria-label={label} />;
}

function options(width: number, height: number, xName: string, series: Series[]): uPlot.Options {
  const colour = colours();
  const axis = { stroke: colour("muted"), grid: { stroke: colour("line"), width: 1 }, ticks: { stroke: colour("line"), width: 1 } };
  return {
    width,
    height,
    scales: { x: { time: false } },
    axes: [{ ...axis, label: xName, labelSize: 22 }, axis],
    series: [
      { label: xName },
      ...series.map((each, index) => ({
        label: each.name,
        stroke: colour(`series-${(index % 5) + 1}`),
        width: 2,
        ...(each.bars && uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.6, 80] }), fill: colour(`series-${(index % 5) + 1}`) } : {}),
      })),
    ],
  };
}
