// A piece of a report, whatever kind it is.

import type { Schemas } from "../../api/client";
import { Quote } from "./quotes";

type Block = Schemas["ReportShown"]["blocks"][number];
type Span = Schemas["TextSpan"];

export function ReportBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level} text={block.text} />;
    case "paragraph":
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case "bullets":
      return (
        <ul>
          {block.items.map((spans, index) => (
            <li key={index}>
              <Spans spans={spans} />
            </li>
          ))}
        </ul>
      );
    case "quote":
      return <Quote words={block} />;
    case "table":
      return <Rows head={block.head} rows={block.rows} />;
    case "picture":
      return <img className="studies-picture" src={block.source} alt={block.alt} />;
  }
}

function Heading({ level, text }: { level: number; text: string }) {
  if (level <= 2) return <h2>{text}</h2>;
  return level === 3 ? <h3>{text}</h3> : <h4>{text}</h4>;
}

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, index) => (span.strong ? <strong key={index}>{span.text}</strong> : <span key={index}>{span.text}</span>));
}

function Rows({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <div className="table-box" tabIndex={0} role="region" aria-label={head.join(", ") || `Facts: ${rows[0]?.[0] ?? ""}`}>
      <table>
        {head.length > 0 && (
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{row.map((cell, at) => (head.length ? <td key={at}>{cell}</td> : <Fact key={at} cell={cell} first={at === 0} />))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Fact({ cell, first }: { cell: string; first: boolean }) {
  return first ? <th scope="row">{cell}</th> : <td>{cell}</td>;
}
