// One document: its text with the faults at their lines, and the proof beside it.

import { useEffect, useRef, useState } from "react";
import type { Schemas } from "../../api/client";
import { tryingOf } from "../../engines";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Page, Panel } from "../../parts/page";
import { type Tab, Tabs } from "../../parts/tabs";
import type { Params } from "../../router";
import { forget, useResource } from "../../state/store";
import { many, plain } from "../../words";
import { type Opening, useOpening } from "../home/opening";
import { type Checking, useChecking } from "./checking";
import { Conflict } from "./conflict";
import "./content.css";
import { Editor, goTo } from "./editor";
import { FaultList, ProofList } from "./found";
import { Graphs } from "./graphs";
import type { Fault } from "./lines";
import { Migration } from "./migration";
import { CopyDialog, DeleteDialog } from "./other-actions";
import { askDocument, documentKey, useSaving } from "./saving";
import { forgetUnsaved, unsavedOf, useKept } from "./unsaved";

type Document = Schemas["DocumentText"];

export default function DocumentPage({ params }: { params: Params }) {
  const kind = params.kind ?? "";
  const id = params.id ?? "";
  const key = documentKey(kind, id);
  const document = useResource(key, () => askDocument(kind, id));
  useEffect(() => () => forget(key), [key]); // whoever comes back edits what is saved then
  if (document.data) return <DocumentEditor document={document.data} />;
  return (
    <Page title={plain(id)}>
      <Loaded of={document} what="the text">
        {() => null}
      </Loaded>
    </Page>
  );
}

function DocumentEditor({ document }: { document: Document }) {
  const { kind, id } = document.head;
  const [before] = useState(() => unsavedOf(kind, id));
  const [text, setText] = useState(before?.text ?? document.text);
  const [tag, setTag] = useState(before?.tag ?? document.tag); // the version that the text was made from
  const area = useRef<HTMLTextAreaElement>(null);
  const checking = useChecking(kind, id, text);
  const saving = useSaving(kind, id);
  const faults = checking.data?.found.faults ?? [];
  const changed = text !== document.text;
  useKept(kind, id, tag, text, document.text);
  if (!changed && tag !== document.tag) setTag(document.tag);

  function take(theirs: Document) {
    saving.settle(theirs);
    forgetUnsaved(kind, id);
    setText(theirs.text);
    setTag(theirs.tag);
  }

  const save = (over: string) => void saving.save(text, over, faults.length > 0);
  return (
    <Page title={document.head.title} lead={<Lead head={document.head} />} actions={<Actions {...{ document, checking, changed, busy: saving.busy }} onSave={() => save(tag)} />}>
      {before && changed && <Restored onDrop={() => take(document)} />}
      {saving.problem && <ProblemNotice problem={saving.problem} />}
      {saving.done && !changed && <Notice tone="good">Saved.</Notice>}
      {saving.theirs && <Conflict mine={text} theirs={saving.theirs} onMine={() => save(saving.theirs?.tag ?? "")} onTheirs={() => saving.theirs && take(saving.theirs)} />}
      <div className="split">
        <Panel label="Text">
          <Editor label={`Text of ${document.head.title}`} text={text} faults={faults} area={area} onChange={setText} />
          <p id="editor-keys" className="small muted">
            <kbd>F8</kbd> goes to the next fault, <kbd>Shift</kbd> <kbd>F8</kbd> to the one before. <kbd>Tab</kbd> leaves the text.
          </p>
        </Panel>
        <Panel label="What was found">
          <Verdict checking={checking} />
          <Tabs label="About this text" tabs={tabsOf(document, checking, changed, (fault) => area.current && goTo(area.current, fault.line, fault.column))} />
        </Panel>
      </div>
    </Page>
  );
}

function Lead({ head }: { head: Schemas["DocumentHead"] }) {
  const whose = head.own ? (head.shipped ? "Yours, used instead of the one that comes with Dramaturg" : "Yours") : "Comes with Dramaturg; saving makes a copy of your own";
  return (
    <>
      {plain(head.kind)} · {whose} · <code className="content-file">{head.file}</code>
    </>
  );
}

type ActionsProps = { document: Document; checking: Checking; changed: boolean; busy: boolean; onSave: () => void };

function Actions({ document, checking, changed, busy, onSave }: ActionsProps) {
  const [dialog, setDialog] = useState<"copy" | "delete">();
  const opening = useOpening();
  const faults = checking.data?.found.faults.length ?? 0;
  return (
    <>
      <Button kind="primary" disabled={!changed || busy || checking.loading} onClick={onSave}>
        {faults ? "Save as a draft, with its faults" : "Save"}
      </Button>
      <TryButton document={document} ready={!changed && !faults && !checking.loading} opening={opening} />
      <Button onClick={() => setDialog("copy")}>Copy</Button>
      {document.head.own && (
        <Button kind="danger" onClick={() => setDialog("delete")}>
          Delete
        </Button>
      )}
      {dialog === "copy" && <CopyDialog document={document} onClose={() => setDialog(undefined)} />}
      {dialog === "delete" && <DeleteDialog document={document} onClose={() => setDialog(undefined)} />}
      {opening.problem && <ProblemNotice problem={opening.problem} />}
    </>
  );
}

function TryButton({ document, ready, opening }: { document: Document; ready: boolean; opening: Opening }) {
  const trying = tryingOf(document.head.kind);
  if (!trying) return null;
  return (
    <Button disabled={!ready || opening.busy !== ""} onClick={() => void opening.open(document.head.title, () => trying(document.head.id))}>
      Try it
    </Button>
  );
}

function Restored({ onDrop }: { onDrop: () => void }) {
  return (
    <Notice tone="warn">
      <p>What you had not saved is here again.</p>
      <Button onClick={onDrop}>Discard my changes</Button>
    </Notice>
  );
}

function Verdict({ checking }: { checking: Checking }) {
  const found = checking.data?.found;
  if (checking.problem) return <ProblemNotice problem={checking.problem} />;
  if (!found) return <p role="status">Checking …</p>;
  const held = found.proofs.filter((proof) => proof.holds).length;
  return (
    <p role="status" className={`content-verdict ${found.faults.length ? "bad" : "good"}`}>
      {found.faults.length ? `${many(found.faults.length, "fault")}.` : "No fault."} {found.proofs.length > 0 && `${held} of ${many(found.proofs.length, "proof")} hold.`}
      {checking.loading && <span className="muted"> Checking …</span>}
    </p>
  );
}

function tabsOf(document: Document, checking: Checking, changed: boolean, onGo: (fault: Fault) => void): Tab[] {
  const { kind, id } = document.head;
  const found = checking.data?.found;
  const tabs: Tab[] = [
    { id: "faults", title: "Faults", show: () => <FaultList faults={found?.faults ?? []} onGo={onGo} /> },
    { id: "proof", title: "Proof", show: () => <ProofList proofs={found?.proofs ?? []} unproven={found?.unproven ?? []} /> },
  ];
  if (kind === "scenario" || kind === "backbone") tabs.push({ id: "graph", title: "Graph", show: () => <Graphs graphs={checking.data?.graphs ?? []} /> });
  if (tryingOf(kind) || kind === "backbone")
    tabs.push({ id: "sessions", title: "Sessions", show: () => (changed ? <p>Save first: sessions can only go on with what is saved.</p> : <Migration kind={kind} id={id} />) });
  return tabs;
}
