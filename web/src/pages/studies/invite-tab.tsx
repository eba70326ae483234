// Invitations: made as links, shown this once, to copy or print.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { put, read, useResource, useStored } from "../../state/store";
import { many } from "../../words";
import { useActing } from "../../state/acting";
import { type Study, tellStudy } from "./asking";
import { CopyButton } from "../../parts/copy-button";

type Invitation = Schemas["InvitationShown"];

export function InviteTab({ study }: { study: Study }) {
  const { id } = study.head;
  const made = useStored<Invitation[]>(`invitations:${id}`).data ?? [];
  return (
    <>
      {study.head.status === "closed" ? (
        <Notice tone="warn">This study is closed. Nobody new can be invited.</Notice>
      ) : (
        <Panel title="Invite people">
          <OpenLink study={id} />
          <MakeLinks study={study} />
        </Panel>
      )}
      {made.length > 0 && <Made made={made} title={study.head.title} />}
    </>
  );
}

function OpenLink({ study }: { study: string }) {
  const link = useResource<Schemas["OpenLink"]>(`link:${study}`, () =>
    got(api.GET("/api/v1/studies/{study}/link", { params: { path: { study } } })),
  );
  if (!link.data?.address) return null;
  return (
    <div className="studies-link">
      <p>Everybody can take part with this link:</p>
      <LinkRow address={link.data.address} name="the open link" />
    </div>
  );
}

function MakeLinks({ study }: { study: Study }) {
  const { id } = study.head;
  const { busy, problem, act } = useActing();
  const [number, setNumber] = useState(5);
  async function make() {
    const params = { path: { study: id } };
    const fresh = await got(api.POST("/api/v1/studies/{study}/invitations", { params, body: { number } }));
    put(`invitations:${id}`, { data: [...fresh, ...(read<Invitation[]>(`invitations:${id}`).data ?? [])], loading: false });
    tellStudy({ ...study, invitations: study.invitations + fresh.length });
  }
  return (
    <form
      className="studies-make"
      onSubmit={(event) => {
        event.preventDefault();
        void act(make);
      }}
    >
      {problem && <ProblemNotice problem={problem} />}
      <p className="muted">
        {study.used} of {many(study.invitations, "invitation")} used so far. Each is for one person.
      </p>
      <Field label="How many invitations">
        {(field) => <input id={field} type="number" min={1} max={500} required value={number} onChange={(event) => setNumber(event.target.valueAsNumber)} />}
      </Field>
      <Button kind="primary" type="submit" disabled={busy}>
        Create links
      </Button>
    </form>
  );
}

function Made({ made, title }: { made: readonly Invitation[]; title: string }) {
  const all = made.map(({ address }) => absolute(address)).join("\n");
  return (
    <Panel title={`${many(made.length, "new link")}`}>
      <Notice tone="warn">These are shown only now. Copy or print them before you leave this page.</Notice>
      <div className="row studies-print-hide">
        <CopyButton text={all} name="links" label="Copy all" />
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <ol className="studies-links" aria-label={`Invitations to ${title}`}>
        {made.map(({ code, address }) => (
          <li key={code}>
            <LinkRow address={address} name={code} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function LinkRow({ address, name }: { address: string; name: string }) {
  return (
    <div className="row studies-link-row">
      <a href={address} target="_blank" rel="noreferrer">
        {absolute(address)}
      </a>
      <CopyButton text={absolute(address)} name={name} />
    </div>
  );
}

function absolute(address: string): string {
  return window.location.origin + address;
}
