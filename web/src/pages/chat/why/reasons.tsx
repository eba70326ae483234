// What a turn was for, what came of it, and what else it could have been.

import type { Schemas } from "../../../api/client";

// `lineOnly`: the engine tells the reasons in its own part.
export function Reasons({ why, lineOnly = false }: { why: Schemas["WhyShown"]; lineOnly?: boolean }) {
  if (lineOnly) return <blockquote className="why-line">{why.line}</blockquote>;
  return (
    <section aria-label="Why it went so">
      {why.line && <blockquote className="why-line">{why.line}</blockquote>}
      <dl className="why-facts">
        {why.reason && <Fact name="What the turn was for">{why.reason}</Fact>}
        {why.outcome && why.outcome !== why.reason && <Fact name="What came of it">{why.outcome}</Fact>}
        {why.alternatives.length > 0 && <Fact name="What else it could have been">{why.alternatives.join(", ")}</Fact>}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
