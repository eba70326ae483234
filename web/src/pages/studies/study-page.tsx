// One study: its progress, its invitations, and everything that comes of its interviews.

import { Loaded } from "../../parts/loaded";
import { Badge } from "../../parts/notice";
import { Page } from "../../parts/page";
import { type Tab, Tabs } from "../../parts/tabs";
import { go, type Params, useQuery } from "../../router";
import { plain } from "../../words";
import { type Study, useStudy } from "./asking";
import { CodesTab } from "./codes-tab";
import { ExportTab } from "./export-tab";
import { GroupsTab } from "./groups-tab";
import { InviteTab } from "./invite-tab";
import { MapTab } from "./map-tab";
import { MatrixTab } from "./matrix-tab";
import { ProgressTab } from "./progress-tab";
import { ReportTab } from "./report-tab";
import { SaturationTab } from "./saturation-tab";
import { STATUS } from "./status";
import { TranscriptsTab } from "./transcripts-tab";
import "./studies.css";

export default function StudyPage({ params }: { params: Params }) {
  const study = useStudy(params.id as string);
  return (
    <Loaded of={study} what="the study">
      {(data) => <StudyShown study={data} />}
    </Loaded>
  );
}

function StudyShown({ study }: { study: Study }) {
  const { head } = study;
  const tab = useQuery().get("tab") ?? "progress";
  const lead = (
    <>
      <Badge tone={STATUS[head.status].tone}>{STATUS[head.status].name}</Badge> {plain(study.methodology)}, about {plain(study.subject)}
    </>
  );
  return (
    <Page title={head.title} lead={lead}>
      <Tabs label="The study" tabs={tabsOf(study)} selected={tab} onSelect={(id) => go(`?tab=${id}`, true)} />
    </Page>
  );
}

function tabsOf(study: Study): Tab[] {
  const { id } = study.head;
  return [
    { id: "progress", title: "Progress", show: () => <ProgressTab study={study} /> },
    { id: "invite", title: "Invite", show: () => <InviteTab study={study} /> },
    { id: "transcripts", title: "Transcripts", show: () => <TranscriptsTab study={id} /> },
    { id: "matrix", title: "Matrix", show: () => <MatrixTab study={id} /> },
    { id: "map", title: "Value map", show: () => <MapTab study={id} /> },
    { id: "saturation", title: "Saturation", show: () => <SaturationTab study={id} /> },
    { id: "codes", title: "Codes", show: () => <CodesTab study={study} /> },
    { id: "groups", title: "Groups", show: () => <GroupsTab study={study} /> },
    { id: "report", title: "Report", show: () => <ReportTab study={id} /> },
    { id: "export", title: "Export", show: () => <ExportTab study={id} /> },
  ];
}
