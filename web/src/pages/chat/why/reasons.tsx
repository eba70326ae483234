// The line that was said; and, for whoever looks for it, how the record itself puts why.

import type { ReactNode } from "react";
import type { Schemas } from "../../../api/client";

type Why = Schemas["WhyShown"];

export function Line({ why }: { why: Why }) {
  return why.line ? <blockquote>{why.line}</blockquote> : null;
}

// An engine tells its reasons in words. Here they stand as they were recorded, with the names that content and rules have.
export function Recorded({ why: { reason, outcome, alternatives } }: { why: Why }) {
  if (!reason && !outcome) return null;
  return (
    <details>
      <summary>As it stands in the record</summary>
      <dl className="why-facts">
        {reason && <Fact name="What the turn was for">{reason}</Fact>}
        {outcome && outcome !== reason && <Fact name="What came of it">{outcome}</Fact>}
        {alternatives.length > 0 && <Fact name="What else it could have been">{alternatives.join(", ")}</Fact>}
      </dl>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
