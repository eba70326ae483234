// Everything authored, by kind: what comes with Dramaturg and what is one's own.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { engineOf } from "../../engines";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { Loaded } from "../../parts/loaded";
import { Badge } from "../../parts/notice";
import { Page, Panel } from "../../parts/page";
import { Link } from "../../router";
import { useResource } from "../../state/store";
import { many, plain } from "../../words";
import "./content.css";
import { NewDocument } from "./new-document";
import { unsavedOf } from "./unsaved";

type Head = Schemas["DocumentHead"];
type Whose = "all" | "own" | "shipped";

const TESTING = ["testing", "Tests and simulations"] as const;

export default function ContentPage() {
  const documents = useResource("content", () => got(api.GET("/api/v1/content")));
  const [making, setMaking] = useState(false);
  return (
    <Page
      title="Content"
      lead="Everything that is said and decided here stands in these texts. Read them, copy them, change them; every change is checked and proven."
      actions={
        <Button kind="primary" onClick={() => setMaking(true)}>
          New
        </Button>
      }
    >
      {making && <NewDocument onClose={() => setMaking(false)} />}
      <Loaded of={documents} what="the documents">
        {(data) => <Documents documents={data} />}
      </Loaded>
    </Page>
  );
}

function Documents({ documents }: { documents: readonly Head[] }) {
  const [words, setWords] = useState("");
  const [whose, setWhose] = useState<Whose>("all");
  const kinds = useResource("kinds", () => got(api.GET("/api/v1/kinds")));
  const faulty = useResource("content-faults", () => got(api.GET("/api/v1/content-faults")));
  const shown = documents.filter((head) => (whose === "all" || head.own === (whose === "own")) && fits(head, words));
  const groups = [...new Set((kinds.data ?? []).map((kind) => kind.group))].filter((group) => group !== TESTING[0]);
  return (
    <>
      <search className="content-search">
        <Field label="Search">{(id) => <input id={id} type="search" value={words} onChange={(event) => setWords(event.target.value)} />}</Field>
        <Field label="Owner">
          {(id) => (
            <select id={id} value={whose} onChange={(event) => setWhose(event.target.value as Whose)}>
              <option value="all">all</option>
              <option value="own">my own</option>
              <option value="shipped">what comes with Dramaturg</option>
            </select>
          )}
        </Field>
      </search>
      <p role="status" className="muted">
        {many(shown.length, "document")}
      </p>
      {[...groups.map((group) => [group, engineOf(group).names] as const), TESTING].map(([group, title]) => (
        <Group key={group} title={title} kinds={(kinds.data ?? []).filter((kind) => kind.group === group)} documents={shown} faulty={faulty.data ?? []} />
      ))}
    </>
  );
}

type GroupProps = { title: string; kinds: readonly Schemas["KindShown"][]; documents: readonly Head[]; faulty: readonly Schemas["Faulty"][] };

function Group({ title, kinds, documents, faulty }: GroupProps) {
  const filled = kinds.filter((kind) => documents.some((head) => head.kind === kind.kind));
  if (!filled.length) return null;
  return (
    <Panel title={title}>
      {filled.map(({ kind, about }) => (
        <section key={kind} className="content-kind">
          <h3>{plain(kind)}</h3>
          <p className="muted small">{about}</p>
          <ul>
            {documents
              .filter((head) => head.kind === kind)
              .map((head) => (
                <li key={head.id}>
                  <Link to={`/content/${kind}/${encodeURIComponent(head.id)}`}>{head.title}</Link> <Marks head={head} faulty={faulty} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function Marks({ head, faulty }: { head: Head; faulty: readonly Schemas["Faulty"][] }) {
  const faults = faulty.find((each) => each.kind === head.kind && each.id === head.id)?.faults;
  return (
    <>
      {head.own && <Badge tone="accent">yours</Badge>} {faults && <Badge tone="bad">{many(faults, "fault")}</Badge>}{" "}
      {unsavedOf(head.kind, head.id) && <Badge tone="warn">not saved</Badge>}
    </>
  );
}

function fits(head: Head, words: string): boolean {
  return `${head.title} ${head.id} ${plain(head.kind)}`.toLowerCase().includes(words.trim().toLowerCase());
}
