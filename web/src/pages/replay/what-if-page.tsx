// What if, for many sessions: how many it would touch, which changes are frequent, which ends would be others.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { engineOf } from "../../engines";
import { Busy } from "../../parts/busy";
import { Field } from "../../parts/field";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Page, Panel } from "../../parts/page";
import { Stats } from "../../parts/stats";
import { Table } from "../../parts/table";
import { Link, useAddress } from "../../router";
import { useAsked } from "../../state/asked";
import { useResource } from "../../state/store";
import { many } from "../../words";
import { OtherwiseForm } from "./otherwise-form";
import "./replay.css";

type Found = Schemas["ManyShown"];
type Which = Pick<Schemas["OtherwiseMany"], "sessions" | "study" | "all">;

export default function WhatIfPage() {
  const query = new URLSearchParams(useAddress().split("?")[1] ?? "");
  const which = whichIn(query);
  const found = useAsked<Found>(`what-if-many/${query}`);
  const [about, setAbout] = useState("");
  const example = useResource(`what-if-example/${query}/${about}`, () => exampleOf(which, about)).data;
  const decide = (wanted: Schemas["Otherwise"]) => found.ask(() => got(api.POST("/api/v1/what-if", { body: { ...wanted, ...which } })));
  return (
    <Page title="What if" lead={`${called(which)} decided anew from what had really been said, with something otherwise. Nobody is asked, and nothing is changed.`}>
      <Panel label="What is otherwise">
        <OtherwiseForm session={example?.session} busy={found.busy} button="Decide them anew" onAsk={(wanted) => void decide(wanted)}>
          {!which.sessions?.length && <About chosen={about} contents={example?.contents ?? []} onChoose={setAbout} />}
        </OtherwiseForm>
      </Panel>
      {found.busy && <Busy>Deciding the sessions anew</Busy>}
      {found.problem && <ProblemNotice problem={found.problem} />}
      {found.data && !found.busy && <Result found={found.data} />}
    </Page>
  );
}

type AboutProps = { chosen: string; contents: Schemas["ContentHeld"][]; onChoose: (content: string) => void };

// Sessions of several contents may be meant; what can be otherwise is told of one.
function About({ chosen, contents, onChoose }: AboutProps) {
  return (
    <Field label="Show what can be otherwise in">
      {(id) => (
        <select id={id} value={chosen || contents[0]?.id} onChange={(event) => onChoose(event.target.value)}>
          {contents.map((each) => (
            <option key={`${each.engine}/${each.id}`} value={each.id}>
              {each.title} ({many(each.sessions, "session")})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Result({ found }: { found: Found }) {
  return (
    <Panel title={`With ${found.another}`}>
      <Stats of={[["turns decided otherwise", `${found.otherwise} of ${found.turns}`], ...Object.entries(found.outcomes).map(([name, number]): [string, number] => [`sessions ${name}`, number])]} />
      {!!found.left_out && <Notice>{many(found.left_out, "older session")} left out: that many are not decided in one go.</Notice>}
      <Changes caption="Changes, the most frequent first" changes={found.changes} />
      <Changes caption="Ends that would be others" changes={found.endings} />
      <Reasons title="Could not be decided" reasons={found.undecided} />
      <Reasons title="To be known" reasons={found.noted} />
      <Table
        caption="Every session"
        columns={[
          { head: "Session", cell: (each) => <Link to={`/sessions/${each.session}/replay`}>{each.session.slice(0, 13)}</Link> },
          { head: "Kind", cell: (each) => engineOf(each.engine).name },
          { head: "About", cell: (each) => each.content },
          { head: "Outcome", cell: (each) => each.outcome },
          { head: "Otherwise", cell: (each) => `${each.otherwise} of ${each.turns}`, number: true },
          { head: "First difference", cell: (each) => each.first ?? "", number: true },
        ]}
        rows={found.sessions}
        keyOf={(each) => each.session}
      />
    </Panel>
  );
}

function Changes({ caption, changes }: { caption: string; changes: Schemas["ChangeCount"][] }) {
  if (!changes.length) return null;
  return (
    <Table
      caption={caption}
      columns={[
        { head: "Was", cell: (each) => each.was },
        { head: "Would be", cell: (each) => each.would },
        { head: "Turns", cell: (each) => each.turns, number: true },
        { head: "Sessions", cell: (each) => each.sessions, number: true },
      ]}
      rows={changes}
    />
  );
}

function Reasons({ title, reasons }: { title: string; reasons: Schemas["SharedReason"][] }) {
  if (!reasons.length) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {reasons.map((each) => (
          <li key={each.reason}>
            {many(each.sessions.length, "session")}: {each.reason}
          </li>
        ))}
      </ul>
    </>
  );
}

function whichIn(query: URLSearchParams): Which {
  const sessions = query.get("sessions")?.split(",").filter(Boolean) ?? [];
  if (sessions.length) return { sessions, all: false };
  const study = query.get("study");
  return study ? { study, all: false } : { all: true };
}

function called({ sessions, study }: Which): string {
  if (sessions?.length) return `${many(sessions.length, "session")},`;
  return study ? "The sessions of a study," : "All sessions,";
}

type Example = { session?: string; contents: Schemas["ContentHeld"][] };

// One of those that are meant and have this content, for what can be otherwise.
async function exampleOf({ sessions, study }: Which, about: string): Promise<Example> {
  if (sessions?.length) return { session: sessions[0], contents: [] };
  const listed = (content: string) => got(api.GET("/api/v1/sessions", { params: { query: { study: study ?? "", content, limit: 1 } } }));
  const { contents } = await listed("");
  const page = await listed(about || (contents[0]?.id ?? ""));
  return { session: page.sessions[0]?.id, contents };
}
