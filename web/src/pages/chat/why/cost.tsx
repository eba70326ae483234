// How long the steps of a turn took, and what was asked of a model.

import type { Schemas } from "../../../api/client";
import { Meter } from "../../../parts/stats";
import { type Column, Table } from "../../../parts/table";
import { lasting, stages, type Timing } from "./words";

export function Cost({ why }: { why: Schemas["WhyShown"] }) {
  const { steps, inner } = stages(why.timings ?? {});
  return (
    <section aria-label="Time and cost">
      <h3>Time and cost</h3>
      <Timings caption="How long each step took" timings={steps} />
      {inner.length > 0 && (
        <details>
          <summary>Inside these steps</summary>
          <Timings caption="What was timed inside the steps" timings={inner} />
        </details>
      )}
      <Calls asked={why.asked} />
    </section>
  );
}

function Timings({ caption, timings }: { caption: string; timings: readonly Timing[] }) {
  const longest = Math.max(...timings.map((timing) => timing.seconds), Number.MIN_VALUE);
  const columns: Column<Timing>[] = [
    { head: "Step", cell: (timing) => timing.name },
    { head: "Beside the longest", cell: (timing) => <Meter share={timing.seconds / longest} label={`${timing.name}, beside the longest`} /> },
    { head: "Time", cell: (timing) => lasting(timing.seconds), number: true },
  ];
  return <Table caption={caption} columns={columns} rows={timings} empty="Nothing was timed." />;
}

type ModelCall = Schemas["ModelCall"];

const CALLS: Column<ModelCall>[] = [
  { head: "Asked for", cell: (call) => call.ask.replaceAll(".", ", ") },
  { head: "Model", cell: (call) => call.model || "none" },
  { head: "Tokens in", cell: (call) => tokens(call.tokens_in, call.estimated), number: true },
  { head: "Of them cached", cell: (call) => tokens(call.tokens_cached, call.estimated), number: true },
  { head: "Tokens out", cell: (call) => tokens(call.tokens_out, call.estimated), number: true },
  { head: "Cost", cell: (call) => (typeof call.cost === "number" ? `$${call.cost.toFixed(4)}` : "not known"), number: true },
  { head: "Time", cell: (call) => lasting(call.seconds), number: true },
  { head: "Failed because", cell: (call) => call.failure ?? "" },
];

function Calls({ asked }: { asked: readonly ModelCall[] }) {
  const real = asked.filter((call) => call.model || call.failure);
  if (!real.length) return <p className="muted">No model was asked, so no tokens were used.</p>;
  return <Table caption="What was asked of a model" columns={CALLS} rows={real} />;
}

function tokens(count: number, estimated: boolean): string {
  return `${estimated ? "about " : ""}${count.toLocaleString("en-GB")}`;
}
