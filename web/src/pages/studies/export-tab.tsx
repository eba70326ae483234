// A study taken elsewhere, as files.

import { useState } from "react";
import { Check } from "../../parts/check";
import { Panel } from "../../parts/page";

const FORMS: [string, string, string][] = [
  ["report", "Report", "Markdown and one web page with its pictures, to read and pass on"],
  ["html", "Web page", "the report as one page that fetches nothing"],
  ["md", "Markdown", "the report as text with its pictures"],
  ["qdpx", "REFI-QDA project", "for ATLAS.ti, MAXQDA, NVivo and others"],
  ["csv", "Tables", "interviews, codes, matrix, map and saturation for spreadsheets"],
  ["json", "JSON", "everything as one document"],
  ["graphml", "GraphML", "the map and the merged graph, for graph tools"],
  ["svg", "Picture of the map", "the value map as SVG"],
];

export function ExportTab({ study }: { study: string }) {
  const [redact, setRedact] = useState(false);
  return (
    <Panel title="Export">
      <Check checked={redact} onChange={(event) => setRedact(event.target.checked)}>
        Take out names, addresses and numbers that say who somebody is
      </Check>
      {redact && <p className="small muted">It misses things: read an export before you pass it on.</p>}
      <ul className="cards">
        {FORMS.map(([form, name, about]) => (
          <li key={form} className="card">
            <h3>{name}</h3>
            <p>{about}</p>
            <div className="actions">
              <a className="button" href={`/api/v1/studies/${encodeURIComponent(study)}/exports/${form}${redact ? "?redact=true" : ""}`} download>
                Download<span className="visually-hidden"> {name}</span>
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
