// The implication matrix: rows lead to columns, stronger cells are darker, every cell leads to its words.

import { useState } from "react";
import { Loaded } from "../../parts/loaded";
import { Panel } from "../../parts/page";
import { type Column, Table } from "../../parts/table";
import { many } from "../../words";
import { type Counting, type Matrix, useMatrix } from "./asking";
import { CountingFields, CutoffField } from "./counting";
import { MatrixTable } from "./matrix-table";
import { type Asked, WordsDialog } from "./words-dialog";

export function MatrixTab({ study }: { study: string }) {
  const [counting, setCounting] = useState<Counting>({ count: "respondents", relations: "direct" });
  const matrix = useMatrix(study, counting);
  return (
    <>
      <div className="studies-controls">
        <CountingFields counting={counting} onChange={setCounting} />
      </div>
      <Loaded of={matrix} what="the matrix">
        {(data) => (data.cells.length ? <Found study={study} matrix={data} /> : <p className="muted">Nothing leads to anything else yet. Interviews count once they are over.</p>)}
      </Loaded>
    </>
  );
}

function Found({ study, matrix }: { study: string; matrix: Matrix }) {
  const [from, setFrom] = useState(1);
  const [asked, setAsked] = useState<Asked>();
  return (
    <>
      <Panel title="What leads to what">
        <p className="muted">
          {many(matrix.ladders, "ladder")} of {many(matrix.respondents, "respondent")}. 10.06 means ten directly and six indirectly.
        </p>
        <CutoffField matrix={matrix} value={Math.min(from, matrix.cutoffs.length)} onChange={setFrom} />
        <MatrixTable matrix={matrix} from={from} onAsk={setAsked} />
      </Panel>
      <Measures matrix={matrix} />
      <Cutoffs matrix={matrix} />
      {asked && <WordsDialog study={study} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Measures({ matrix }: { matrix: Matrix }) {
  const names = new Map(matrix.codes.map((code) => [code.id, code]));
  const share = (value: number | null) => (value === null ? "–" : value.toFixed(2));
  const columns: Column<Matrix["measures"][number]>[] = [
    { head: "Code", cell: (each) => names.get(each.code)?.name ?? each.code },
    { head: "Kind", cell: (each) => names.get(each.code)?.kind },
    { head: "In", number: true, cell: (each) => each.into },
    { head: "Out", number: true, cell: (each) => each.out },
    { head: "Abstractness", number: true, cell: (each) => share(each.abstractness) },
    { head: "Centrality", number: true, cell: (each) => share(each.centrality) },
    { head: "Prestige", number: true, cell: (each) => share(each.prestige) },
  ];
  const ranked = [...matrix.measures].sort((one, other) => other.centrality - one.centrality);
  return (
    <Panel title="What each code is">
      <p className="muted">Abstractness near 0 is a means, near 1 an end. Centrality and prestige are shares of all steps.</p>
      <Table caption="Codes, the most central first" columns={columns} rows={ranked} keyOf={(each) => each.code} />
    </Panel>
  );
}

function Cutoffs({ matrix }: { matrix: Matrix }) {
  const columns: Column<Matrix["cutoffs"][number]>[] = [
    { head: "Cut-off", number: true, cell: (each) => each.k },
    { head: "Cells", number: true, cell: (each) => each.cells },
    { head: "Steps", number: true, cell: (each) => each.relations },
    { head: "Share", number: true, cell: (each) => `${Math.round(each.share * 100)} %` },
    { head: "Codes", number: true, cell: (each) => each.codes },
    { head: "Proposed by", cell: (each) => matrix.rules.filter((rule) => rule.k === each.k).map((rule) => rule.rule).join(", ") },
  ];
  return (
    <Panel title="What a cut-off leaves">
      <Table caption="What is left when a cell needs so many steps" columns={columns} rows={matrix.cutoffs} keyOf={(each) => each.k} />
      <ul className="small">
        {matrix.rules.map((rule) => (
          <li key={rule.rule}>
            <strong>{rule.rule}</strong> proposes {rule.k}: {rule.because}.
          </li>
        ))}
      </ul>
    </Panel>
  );
}
