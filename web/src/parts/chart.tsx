// Curves, bars and means with intervals. Whoever uses it gives the figures as a table too.

import { lazy, Suspense } from "react";

export const HEIGHT = 240; // pixels

export type Numbers = (number | null)[];

// With `ends`, a series is dots with an interval around each.
export type Series = { name: string; values: Numbers; bars?: boolean; ends?: { low: Numbers; high: Numbers } };

// With `labels`, the values of x are places 0, 1, 2, ... of things that have names.
export type ChartProps = { label: string; x: { name: string; values: number[]; labels?: string[] }; series: Series[]; height?: number };

const ChartDrawn = lazy(() => import("./chart-drawn"));

export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div className="chart" />}>
      <ChartDrawn {...props} />
    </Suspense>
  );
}
