// All pairs of strategy and concept that were weighed, the chosen one on top, each with the parts of its score.

import { useState } from "react";
import type { Schemas } from "../../../api/client";
import { Button } from "../../../parts/button";
import { Field } from "../../../parts/field";
import { Badge } from "../../../parts/notice";
import { type Column, Table } from "../../../parts/table";
import { many } from "../../../words";
import { type Order, ordered, type Pair, type Sides, scale, sides, signed, strategiesIn } from "./pairs";

const AT_FIRST = 25;

export function PairsTable({ why }: { why: Schemas["InterviewWhy"] }) {
  const [order, setOrder] = useState<Order>("score");
  const [strategy, setStrategy] = useState("");
  const [whole, setWhole] = useState(false);
  const pairs = ordered(why.pairs, order, strategy);
  const shown = whole ? pairs : pairs.slice(0, AT_FIRST);
  const reach = scale(why.pairs);
  const columns: Column<Pair>[] = [
    { head: "Asked to, and what spoke for and against it", cell: (pair) => <PairCell pair={pair} reach={reach} meanings={why.meanings ?? {}} /> },
    { head: "Score", number: true, cell: (pair) => pair.score.toFixed(2) },
  ];
  return (
    <div className="interview-pairs">
      <div className="interview-filters">
        <Field label="Order">
          {(id) => (
            <select id={id} value={order} onChange={(event) => setOrder(event.target.value as Order)}>
              <option value="score">best first</option>
              <option value="strategy">by way of asking</option>
              <option value="concept">by concept</option>
            </select>
          )}
        </Field>
        <Field label="Way of asking">
          {(id) => (
            <select id={id} value={strategy} onChange={(event) => setStrategy(event.target.value)}>
              <option value="">all</option>
              {strategiesIn(why.pairs).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Table caption={captionOf(why)} columns={columns} rows={shown} keyOf={(pair, index) => `${pair.strategy}:${pair.about}:${index}`} />
      {pairs.length > shown.length && <Button onClick={() => setWhole(true)}>Show all {pairs.length}</Button>}
    </div>
  );
}

function captionOf(why: Schemas["InterviewWhy"]): string {
  if (why.complete) return `Everything that could have been asked: ${many(why.pairs.length, "pair")}`;
  return `The best that could have been asked: the methodology has changed since, and ${many(why.pairs.length, "pair")} were kept`;
}

function PairCell({ pair, reach, meanings }: { pair: Pair; reach: Sides; meanings: Record<string, string> }) {
  return (
    <>
      <strong>{pair.title}</strong> {pair.about && <span>· {pair.about}</span>} {pair.chosen && <Badge tone="accent">chosen</Badge>}
      <PartsBar pair={pair} reach={reach} />
      <details>
        <summary>{many(pair.parts.length, "part")}</summary>
        <ul className="interview-parts small">
          {pair.parts.map((part) => (
            <li key={part.key}>
              <span className="number">{signed(part.amount)}</span> {meanings[part.key] ?? part.key} <code>{part.key}</code>
            </li>
          ))}
          {(pair.multiplier !== 1 || pair.bonus !== 0) && (
            <li>
              For the phase: times {pair.multiplier}, {pair.bonus < 0 ? "less" : "plus"} {Math.abs(pair.bonus)}
            </li>
          )}
        </ul>
      </details>
    </>
  );
}

// To the right what speaks for it, to the left what speaks against it, part by part.
function PartsBar({ pair, reach }: { pair: Pair; reach: Sides }) {
  const { up, down } = sides(pair);
  const share = (amount: number) => `${(Math.abs(amount) / (reach.up + reach.down)) * 100}%`;
  const before = `${((reach.down - down) / (reach.up + reach.down)) * 100}%`;
  const parts = pair.parts.map((part, index) => ({ ...part, tone: (index % 5) + 1 }));
  return (
    <span className="interview-bar" role="img" aria-label={`${signed(up)} for it, ${signed(-down)} against it`}>
      <span style={{ width: before }} />
      {parts.filter((part) => part.amount < 0).map((part) => <span key={part.key} className={`against tone-${part.tone}`} style={{ width: share(part.amount) }} />)}
      <span className="zero" />
      {parts.filter((part) => part.amount > 0).map((part) => <span key={part.key} className={`tone-${part.tone}`} style={{ width: share(part.amount) }} />)}
    </span>
  );
}
