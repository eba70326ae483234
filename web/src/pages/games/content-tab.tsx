// The content of every round: items, distractors, what is told, beliefs. Each round is checked and kept by itself.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { Tabs } from "../../parts/tabs";
import { useActing } from "../../state/acting";
import { useResource } from "../../state/store";
import { JsonText } from "./design-json";
import { type Json, JsonForm } from "./json-form";
import { modeName } from "./words";

type Shown = Schemas["ContentShown"];

export function ContentTab({ id, onSaved }: { id: string; onSaved: () => Promise<void> }) {
  const contents = useResource<Shown[]>(`contents:${id}`, () => got(api.GET("/api/v1/games/{game}/contents", { params: { path: { game: id } } })));
  return (
    <Loaded of={contents} what="the content">
      {(rounds) => (
        <>
          <p className="muted">Open a round to change what is asked and told in it. Then build the game again.</p>
          {rounds.map((round) => (
            <Panel key={round.use.fingerprint} label={modeName(round.use.mechanic_type)}>
              <RoundContent id={id} round={round} onSaved={() => Promise.all([contents.reload(), onSaved()])} />
            </Panel>
          ))}
        </>
      )}
    </Loaded>
  );
}

function RoundContent({ id, round, onSaved }: { id: string; round: Shown; onSaved: () => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{modeName(round.use.mechanic_type)}</strong> <span className="muted">{round.use.scene_title}</span>
      </summary>
      {isOpen && (round.content ? <ContentEditor id={id} fingerprint={round.use.fingerprint} content={round.content as Json} onSaved={onSaved} /> : <ToCome />)}
    </details>
  );
}

function ToCome() {
  return <Notice>This round has no content yet: it is written when the game is built again.</Notice>;
}

type EditorProps = { id: string; fingerprint: string; content: Json; onSaved: () => Promise<unknown> };

function ContentEditor({ id, fingerprint, content, onSaved }: EditorProps) {
  const [draft, setDraft] = useState(content);
  const { busy, problem, act } = useActing();
  const [isSaved, setSaved] = useState(false);

  async function save() {
    setSaved(false);
    await got(api.PUT("/api/v1/games/{game}/contents/{fingerprint}", { params: { path: { game: id, fingerprint } }, body: draft as Record<string, never> }));
    setSaved(true);
    await onSaved();
  }

  return (
    <>
      <Tabs
        label="How to edit it"
        tabs={[
          { id: "form", title: "Form", show: () => <JsonForm value={draft} onChange={setDraft} /> },
          { id: "json", title: "JSON", show: () => <JsonText label="The content as JSON" value={draft} onChange={setDraft} /> },
        ]}
      />
      {problem && <ProblemNotice problem={problem} />}
      {isSaved && <Notice tone="good">Kept. Build the game again to play it.</Notice>}
      <Button kind="primary" disabled={busy} onClick={() => void act(save)}>
        Save this round
      </Button>
    </>
  );
}
