// All studies with how far each is, and what can be opened.

import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Badge, ProblemNotice } from "../../parts/notice";
import { Page } from "../../parts/page";
import { Meter } from "../../parts/stats";
import { go, Link } from "../../router";
import { useResource } from "../../state/store";
import { many, plain, when } from "../../words";
import { useActing } from "../../state/acting";
import { STATUS } from "./status";
import "./studies.css";

const LEAD = "One question asked of many: invite people, follow the interviews, and see what they share.";

export default function StudiesPage() {
  const studies = useResource("studies", () => got(api.GET("/api/v1/studies")));
  const documents = useResource("study-documents", () => got(api.GET("/api/v1/studies/documents")));
  return (
    <Page title="Studies" lead={LEAD}>
      <section aria-labelledby="studies-open">
        <h2 id="studies-open">Under way</h2>
        <Loaded of={studies} what="studies">
          {(heads) => (heads.length ? <Cards heads={heads} /> : <p className="muted">No study has been opened yet. Open one below.</p>)}
        </Loaded>
      </section>
      <section aria-labelledby="studies-new">
        <h2 id="studies-new">Open a new one</h2>
        <Loaded of={documents} what="what can be opened">
          {(offered) => <Documents offered={offered} />}
        </Loaded>
      </section>
    </Page>
  );
}

function Cards({ heads }: { heads: readonly Schemas["StudyHead"][] }) {
  return (
    <ul className="cards">
      {heads.map((head) => (
        <li key={head.id} className="card">
          <h3>
            <Link to={`/studies/${encodeURIComponent(head.id)}`}>{head.title}</Link>
          </h3>
          <p className="row">
            <Badge tone={STATUS[head.status].tone}>{STATUS[head.status].name}</Badge>
            <span className="small">opened {when(head.opened_at)}</span>
          </p>
          <p>
            {head.finished} of {many(head.respondents, "interview")} held
          </p>
          <Meter share={head.finished / head.respondents} label="Interviews held" />
        </li>
      ))}
    </ul>
  );
}

function Documents({ offered }: { offered: readonly Schemas["StudyDocument"][] }) {
  const { busy, problem, act } = useActing();
  async function open(document: string) {
    const { head } = await got(api.POST("/api/v1/studies", { body: { document } }));
    go(`/studies/${encodeURIComponent(head.id)}`);
  }
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <ul className="cards">
        {offered.map((study) => (
          <li key={study.id} className="card">
            <h3>{study.title}</h3>
            <p>
              {study.faults
                ? `${many(study.faults, "fault")} to mend before it can be opened.`
                : `${plain(study.methodology)}, about ${plain(study.subject)}. ${many(study.respondents, "respondent")}.`}
            </p>
            <div className="actions">
              <Button disabled={busy || study.faults > 0} onClick={() => void act(() => open(study.id))}>
                Open<span className="visually-hidden"> {study.title}</span>
              </Button>
              <Link className="button quiet" to={`/content/study/${encodeURIComponent(study.id)}`}>
                View<span className="visually-hidden"> {study.title}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
