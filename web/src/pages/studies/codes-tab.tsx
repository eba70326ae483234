// The code book: what came up in all interviews, what may be the same, and what the analyst decided.

import { useState } from "react";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { type Column, Table } from "../../parts/table";
import { type Acting, useActing } from "../../state/acting";
import { AgreementPanel } from "./agreement-panel";
import { type Codes, decide, type Study, undo, useCodes } from "./asking";
import { CodeDialog } from "./code-dialog";
import { type Asked, WordsDialog } from "./words-dialog";

export type CodeShown = Codes["codes"][number];

export function CodesTab({ study }: { study: Study }) {
  return (
    <Loaded of={useCodes(study.head.id)} what="the codes">
      {(codes) => <Book study={study.head.id} kinds={study.kinds} codes={codes} />}
    </Loaded>
  );
}

function Book({ study, kinds, codes }: { study: string; kinds: Study["kinds"]; codes: Codes }) {
  const acting = useActing();
  const [edited, setEdited] = useState<CodeShown>();
  const [asked, setAsked] = useState<Asked>();
  const columns: Column<CodeShown>[] = [
    { head: "Code", cell: (code) => <CodeName code={code} /> },
    { head: "Kind", cell: (code) => code.kind },
    { head: "Respondents", number: true, cell: (code) => code.respondents },
    { head: "Mentions", number: true, cell: (code) => code.mentions },
    { head: "Actions", cell: (code) => <Actions code={code} onRead={() => setAsked({ code: code.id })} onEdit={() => setEdited(code)} /> },
  ];
  return (
    <>
      {acting.problem && <ProblemNotice problem={acting.problem} />}
      <Panel title="Codes">
        <Table caption="What came up, and with how many" columns={columns} rows={codes.codes} keyOf={(code) => code.id} empty="Nothing yet. Interviews count once they are over." />
      </Panel>
      <Alike study={study} codes={codes} acting={acting} />
      <Decisions study={study} codes={codes} acting={acting} />
      {edited && <CodeDialog study={study} code={edited} others={codes.codes} onClose={() => setEdited(undefined)} />}
      <AgreementPanel study={study} />
      {asked && <WordsDialog study={study} asked={asked} recoding={{ codes: codes.codes, kinds }} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function CodeName({ code }: { code: CodeShown }) {
  return (
    <>
      {code.name}
      {code.memo && <span className="small muted studies-memo">{code.memo}</span>}
    </>
  );
}

function Actions({ code, onRead, onEdit }: { code: CodeShown; onRead: () => void; onEdit: () => void }) {
  return (
    <span className="row studies-look">
      <Button kind="quiet" className="studies-inline" onClick={onRead}>
        Words<span className="visually-hidden"> of {code.name}</span>
      </Button>
      <Button kind="quiet" className="studies-inline" onClick={onEdit}>
        Change<span className="visually-hidden"> {code.name}</span>
      </Button>
    </span>
  );
}

type SideProps = { study: string; codes: Codes; acting: Acting };

function Alike({ study, codes, acting }: SideProps) {
  const names = new Map(codes.codes.map((code) => [code.id, code.name]));
  if (!codes.alike.length) return null;
  return (
    <Panel title="May be the same">
      <ul className="studies-list">
        {codes.alike.map((pair) => (
          <li key={`${pair.code} ${pair.other}`} className="row">
            <span>
              {names.get(pair.code)} · {names.get(pair.other)} <span className="small muted">nearness {pair.nearness.toFixed(2)}</span>
            </span>
            <Button disabled={acting.busy} onClick={() => void acting.act(() => decide(study, { kind: "merge", into: pair.code, other: pair.other }))}>
              Merge them<span className="visually-hidden"> {names.get(pair.code)} and {names.get(pair.other)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Decisions({ study, codes, acting }: SideProps) {
  if (!codes.decisions.length) return null;
  return (
    <Panel title="What was decided">
      <ol className="studies-list">
        {codes.decisions.map((decision) => (
          <li key={decision.number} className="row">
            <span className={decision.undone ? "muted" : undefined}>
              {decision.told}
              {decision.undone && " (taken back)"}
            </span>
            {!decision.undone && (
              <Button disabled={acting.busy} onClick={() => void acting.act(() => undo(study, decision.number))}>
                Undo<span className="visually-hidden"> {decision.told}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
