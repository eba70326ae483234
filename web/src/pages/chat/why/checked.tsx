// Who wrote the line, and what the check did to it before anybody heard it.

import type { Schemas } from "../../../api/client";
import { plain } from "../../../words";
import { SOURCES } from "./words";

export function Checked({ why }: { why: Schemas["WhyShown"] }) {
  if (!why.source) return null;
  return (
    <section aria-label="Who wrote the line">
      <h3>Who wrote the line</h3>
      <p>
        {SOURCES[why.source] ?? why.source} {why.replaced.length ? "The check changed it before it was said." : "The check let it pass."}
      </p>
      {why.draft && <Change draft={why.draft} line={why.line} />}
      {why.replaced.length > 0 && (
        <ul>
          {why.replaced.map((each, index) => (
            <li key={index}>
              <strong>{plain(each.rule).replaceAll("-", " ")}</strong>: {each.detail}
            </li>
          ))}
        </ul>
      )}
      {why.repairs.length > 0 && <p className="muted small">Mended in the model's answer: {why.repairs.join("; ")}.</p>}
    </section>
  );
}

function Change({ draft, line }: { draft: string; line: string }) {
  return (
    <div className="why-change">
      <p>
        <span className="why-label">Drafted</span> <del>{draft}</del>
      </p>
      <p>
        <span className="why-label">Said</span> <ins>{line}</ins>
      </p>
    </div>
  );
}
