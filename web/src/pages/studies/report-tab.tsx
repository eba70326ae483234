// The report: what was found in short, each claim with its words, then everything else.

import type { Schemas } from "../../api/client";
import { Loaded } from "../../parts/loaded";
import { Notice } from "../../parts/notice";
import { useReport } from "./asking";
import { Quotes } from "./quotes";
import { ReportBlock } from "./report-block";

type Claim = Schemas["ClaimShown"];

export function ReportTab({ study }: { study: string }) {
  return (
    <Loaded of={useReport(study)} what="the report">
      {(report) => (
        <article className="studies-report">
          <h2>In short</h2>
          <Claims claims={report.claims} />
          <Notice>Enough interviews? {report.enough}</Notice>
          {report.blocks.map((block, index) => (
            <ReportBlock key={index} block={block} />
          ))}
        </article>
      )}
    </Loaded>
  );
}

function Claims({ claims }: { claims: readonly Claim[] }) {
  if (!claims.length) return <p className="muted">Nothing was said by more than one respondent yet.</p>;
  return (
    <ul className="studies-claims">
      {claims.map((claim) => (
        <li key={claim.code}>
          <p>
            <strong>{claim.name}</strong> <span className="muted">({claim.kind})</span>: {claim.respondents} of {claim.of} respondents. Of all such
            people {percent(claim.low)} to {percent(claim.high)} %, if these came by chance.
          </p>
          <details>
            <summary>In their words</summary>
            <Quotes words={claim.words} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function percent(share: number): number {
  return Math.round(share * 100);
}
