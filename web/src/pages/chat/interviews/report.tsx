// After an interview: its report, and the same as files.

import { useMemo } from "react";
import { api, got, type Schemas } from "../../../api/client";
import { Chart } from "../../../parts/chart";
import { Loaded } from "../../../parts/loaded";
import { Notice } from "../../../parts/notice";
import { Panel } from "../../../parts/page";
import { type Column, Table } from "../../../parts/table";
import { useResource } from "../../../state/store";
import type { Chat } from "../engine-chat";
import { SurfaceTables } from "./knowledge-tables";
import { GuideTable, Ladders } from "./ladders-panel";

type Report = Schemas["InterviewReport"];

export function After({ chat }: { chat: Chat }) {
  const session = chat.shown.head.id;
  const report = useResource<Report>(`report:${session}`, () => got(api.GET("/api/v1/sessions/{session}/report", { params: { path: { session } } })));
  return (
    <>
      <Notice tone="good">
        <p>The interview is over.</p>
      </Notice>
      <Loaded of={report} what="the report">
        {(data) => <ReportShown report={data} session={session} />}
      </Loaded>
    </>
  );
}

const FILES: [string, string][] = [
  ["report.md", "Report"],
  ["transcript.md", "Transcript"],
  ["graph.svg", "Picture"],
  ["slots.svg", "Picture, brought together"],
];

export function ReportShown({ report, session }: { report: Report; session: string }) {
  return (
    <Panel title="Report">
      <p>{report.objective}</p>
      <Downloads session={session} />
      <dl className="interview-facts">
        {report.facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>{fact.words}</dd>
          </div>
        ))}
      </dl>
      <h3>Ladders</h3>
      <Ladders of={report.knowledge} />
      {report.knowledge.topics.length > 0 && <GuideTable topics={report.knowledge.topics} caption="The guide, topic by topic" />}
      <h3>Concepts and links</h3>
      <SurfaceTables now={report.knowledge} pick={(_, name) => <strong>{name}</strong>} captions={["All concepts", "All links"]} />
      <h3>How it was asked</h3>
      <AskedTable asked={report.asked} />
      <h3>Over time</h3>
      <OverTime moments={report.moments} />
      <h3>How it was made</h3>
      <ul>
        {report.made.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  );
}

function Downloads({ session }: { session: string }) {
  return (
    <p className="row">
      {FILES.map(([file, name]) => (
        <a key={file} className="button" href={`/api/v1/sessions/${encodeURIComponent(session)}/report/${file}`} download={file}>
          {name}
        </a>
      ))}
    </p>
  );
}

function AskedTable({ asked }: { asked: Report["asked"] }) {
  const columns: Column<Report["asked"][number]>[] = [
    { head: "Phase", cell: (each) => each.phase },
    { head: "Way of asking", cell: (each) => each.strategy },
    { head: "Times", number: true, cell: (each) => each.times },
  ];
  return <Table caption="Ways of asking, by phase" columns={columns} rows={asked} />;
}

function OverTime({ moments }: { moments: Report["moments"] }) {
  const share = (value: number | null) => (value === null ? "–" : value.toFixed(2));
  const columns: Column<Report["moments"][number]>[] = [
    { head: "Answer", number: true, cell: (each) => each.turn },
    { head: "Depth", cell: (each) => each.depth ?? "–" },
    { head: "Engaged", number: true, cell: (each) => share(each.engagement) },
    { head: "Mood", number: true, cell: (each) => share(each.valence) },
    { head: "Sure", number: true, cell: (each) => share(each.certainty) },
    { head: "New concepts", number: true, cell: (each) => each.concepts },
    { head: "New links", number: true, cell: (each) => each.links },
    { head: "Saturation", number: true, cell: (each) => share(each.saturation) },
    { head: "Then asked to", cell: (each) => <span className="interview-wide">{each.asked}</span> },
    { head: "About", cell: (each) => <span className="interview-wide">{each.about || "–"}</span> },
  ];
  return (
    <>
      <NewThings moments={moments} />
      <Table caption="Answer by answer" columns={columns} rows={moments} keyOf={(each) => each.turn} />
    </>
  );
}

function NewThings({ moments }: { moments: Report["moments"] }) {
  const x = useMemo(() => ({ name: "answer", values: moments.map((each) => each.turn) }), [moments]);
  const series = useMemo(
    () => [
      { name: "new concepts", values: moments.map((each) => each.concepts) },
      { name: "new links", values: moments.map((each) => each.links) },
    ],
    [moments],
  );
  return <Chart label="What each answer brought; the table below has the figures" x={x} series={series} height={180} />;
}
