// A second coder: their file held against our codes, and how far both agree.

import { useState } from "react";
import type { Schemas } from "../../api/client";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { type Column, Table } from "../../parts/table";
import { useActing } from "../../state/acting";
import { many } from "../../words";
import { agreementWith, base64 } from "./asking";

type Agreement = Schemas["Agreement"];
type CodeRow = Agreement["codes"][number];

export function AgreementPanel({ study }: { study: string }) {
  const { busy, problem, act } = useActing();
  const [coder, setCoder] = useState("");
  const [found, setFound] = useState<Agreement>();
  async function send(file: File) {
    const form = file.name.toLowerCase().endsWith(".qdpx") ? "qdpx" : "csv";
    setFound(await agreementWith(study, { form, data: await base64(file), coder }));
  }
  return (
    <Panel title="A second coder">
      {problem && <ProblemNotice problem={problem} />}
      <Field label="Whose codings, where a project has several">
        {(id) => <input id={id} value={coder} maxLength={200} onChange={(event) => setCoder(event.target.value)} />}
      </Field>
      <Field label="Their codes" hint="A CSV with the columns interview, turn, code; or the exported .qdpx, coded elsewhere.">
        {(id, hint) => (
          <input
            id={id}
            type="file"
            accept=".csv,.qdpx"
            aria-describedby={hint}
            disabled={busy}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) void act(() => send(file));
            }}
          />
        )}
      </Field>
      {found && <Found of={found} />}
    </Panel>
  );
}

function Found({ of: found }: { of: Agreement }) {
  const used = found.codes.filter(({ counts }) => counts.both || counts.ours || counts.theirs);
  const columns: Column<CodeRow>[] = [
    { head: "Code", cell: (row) => row.code },
    { head: "Both", number: true, cell: (row) => row.counts.both },
    { head: "Only we", number: true, cell: (row) => row.counts.ours },
    { head: "Only they", number: true, cell: (row) => row.counts.theirs },
    { head: "Kappa", number: true, cell: (row) => figure(row.kappa) },
    { head: "Alpha", number: true, cell: (row) => figure(row.alpha) },
  ];
  return (
    <>
      <p>
        {many(found.units, "answer")} looked at by both. Alpha {figure(found.alpha)} over the codes both used, {figure(found.alpha_all)} over all.{" "}
        <strong>{found.verdict}</strong>
      </p>
      <Table caption="Agreement by code" columns={columns} rows={used} keyOf={(row) => row.code} />
    </>
  );
}

function figure(value: number | null | undefined): string {
  return value == null ? "–" : value.toFixed(2);
}
