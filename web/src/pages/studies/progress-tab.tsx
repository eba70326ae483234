// How far a study is: places, quotas, everybody who takes part; and the ways to pause, close and erase.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Badge } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { Meter, Stats } from "../../parts/stats";
import { type Column, Table } from "../../parts/table";
import { Link } from "../../router";
import { load } from "../../state/store";
import { plain, when } from "../../words";
import type { Study } from "./asking";
import { Confirm } from "../../parts/confirm";
import { Steering } from "./steering";

type Respondent = Schemas["RespondentShown"];

export function ProgressTab({ study }: { study: Study }) {
  const { head } = study;
  return (
    <>
      <Panel label="How far it is">
        <Stats
          of={[
            ["interviews held", `${head.finished} of ${head.respondents}`],
            ["places taken", head.placed],
            ["invitations used", `${study.used} of ${study.invitations}`],
            ["consent", `version ${study.consent_version}`],
          ]}
        />
        <Meter share={head.finished / head.respondents} label="Interviews held" />
        <p className="small muted studies-standings">
          {study.standings.map((each) => `${each.count} ${each.told}`).join(", ") || "No respondents yet."}
        </p>
        <Steering study={study} />
      </Panel>
      {study.quotas.length > 0 && <Quotas quotas={study.quotas} />}
      <Respondents study={study} />
    </>
  );
}

function Quotas({ quotas }: { quotas: readonly Schemas["QuotaShown"][] }) {
  const columns: Column<Schemas["QuotaShown"]>[] = [
    { head: "Quota", cell: (quota) => quota.title },
    { head: "Taken", number: true, cell: (quota) => quota.taken },
    { head: "Of", number: true, cell: (quota) => quota.target },
    { head: "Filled", cell: (quota) => <Meter share={quota.taken / quota.target} label={quota.title} /> },
  ];
  return (
    <Panel title="Quotas">
      <Table caption="How many places of each kind are taken" columns={columns} rows={quotas} keyOf={(quota) => quota.id} />
    </Panel>
  );
}

function Respondents({ study }: { study: Study }) {
  const [erasing, setErasing] = useState<Respondent>();
  const columns: Column<Respondent>[] = [
    { head: "Respondent", cell: (each) => (each.session ? <Link to={`/sessions/${each.session}`}>{each.id}</Link> : each.id) },
    { head: "Where they are", cell: (each) => <Standing of={each} /> },
    { head: "Answers", number: true, cell: (each) => each.turns },
    { head: "About them", cell: (each) => aboutThem(each) },
    { head: "Last heard", cell: (each) => (each.updated_at ? when(each.updated_at) : "–") },
    { head: "Erase", cell: (each) => each.standing !== "withdrawn" && <Erase who={each.id} onClick={() => setErasing(each)} /> },
  ];
  return (
    <Panel title="Respondents">
      <Table caption="Everybody by pseudonym" columns={columns} rows={study.people} keyOf={(each) => each.id} empty="Nobody yet. Send out a link first." />
      {erasing && <Erasing study={study} who={erasing.id} onClose={() => setErasing(undefined)} />}
    </Panel>
  );
}

function Standing({ of }: { of: Respondent }) {
  return (
    <>
      <Badge tone={of.standing === "finished" ? "good" : of.standing === "interviewing" ? "accent" : undefined}>{of.told}</Badge>
      {of.simulated && <span className="small muted"> simulated</span>}
      {of.ended && <span className="small muted studies-ended">{of.ended}</span>}
    </>
  );
}

function aboutThem({ answers, source }: Respondent): string {
  const told = source ? [`from ${source}`] : [];
  told.push(... Object.entries(answers).map(([name, value]) => `${plain(name)}: ${plain(String(value))}`));
  return told.join(", ") || "–";
}

function Erase({ who, onClick }: { who: string; onClick: () => void }) {
  return (
    <Button kind="quiet" className="studies-inline" onClick={onClick}>
      Erase<span className="visually-hidden"> {who}</span>
    </Button>
  );
}

function Erasing({ study, who, onClose }: { study: Study; who: string; onClose: () => void }) {
  const params = { path: { study: study.head.id, respondent: who } };
  async function erase() {
    await got(api.DELETE("/api/v1/studies/{study}/respondents/{respondent}", { params }));
    await load(`study:${study.head.id}`, () => got(api.GET("/api/v1/studies/{study}", { params: { path: { study: study.head.id } } })));
  }
  return (
    <Confirm title={`Erase ${who}?`} yes="Erase for good" onYes={erase} onClose={onClose}>
      <p>Everything {who} has said is deleted, also from the file on disk. Exports made before this are yours to delete.</p>
    </Confirm>
  );
}
