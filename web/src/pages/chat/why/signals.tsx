// What was read in the words: each signal with its value, a bar where it is a share, and what it means.

import type { Schemas } from "../../../api/client";
import { Meter } from "../../../parts/stats";
import { plain } from "../../../words";
import { inOrder, valued } from "./words";

type Signal = Schemas["Signal"];

const FIRST = 6;

export function Signals({ signals }: { signals: readonly Signal[] }) {
  if (!signals.length) return null;
  const ordered = inOrder(signals);
  const rest = ordered.slice(FIRST);
  return (
    <section aria-label="What was read in the words">
      <h3>What was read in the words</h3>
      <SignalList signals={ordered.slice(0, FIRST)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more, down to the faintest</summary>
          <SignalList signals={rest} />
        </details>
      )}
    </section>
  );
}

function SignalList({ signals }: { signals: readonly Signal[] }) {
  return (
    <dl className="why-signals">
      {signals.map((signal) => (
        <div key={signal.name}>
          <dt>{plain(signal.name).replace(":", ": ")}</dt>
          <dd>
            <span className="why-value">{valued(signal.value)}</span>
            {signal.share && <Meter share={Number(signal.value)} label={plain(signal.name)} />}
            {signal.about && <span className="muted small">{signal.about}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
