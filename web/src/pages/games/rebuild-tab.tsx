// Building the game again from its edited design and content: what is kept, what is written anew, what is left out.

import { useState } from "react";
import { api, got, type Problem, problemIn, type Schemas } from "../../api/client";
import { Busy } from "../../parts/busy";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { type Column, Table } from "../../parts/table";
import { useResource } from "../../state/store";
import { many } from "../../words";
import { Making } from "./making";
import { modeName } from "./words";

type Changes = Schemas["ContentChanges"];
type Standing = "idle" | "building" | "built" | { job: string };

export function RebuildTab({ id, onBuilt }: { id: string; onBuilt: () => Promise<void> }) {
  const changes = useResource<Changes | null>(`changes:${id}`, () => changesOf(id));
  const [standing, setStanding] = useState<Standing>("idle");
  const [problem, setProblem] = useState<Problem>();

  async function done() {
    setStanding("built");
    await Promise.all([changes.reload(), onBuilt()]);
  }

  async function build() {
    setProblem(undefined);
    setStanding("building");
    try {
      const { job } = await got(api.POST("/api/v1/games/{game}/rebuild", { params: { path: { game: id } } }));
      if (job) setStanding({ job });
      else await done();
    } catch (error) {
      setProblem(problemIn(error));
      setStanding("idle");
    }
  }

  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      {standing === "built" && <Notice tone="good">The game is built. Plays that were begun before keep the game they began with.</Notice>}
      <Loaded of={changes} what="what would change">
        {(data) => data && <Kept changes={data} />}
      </Loaded>
      {typeof standing === "object" && <Making job={standing.job} onDone={() => void done()} />}
      {standing === "building" && <Busy>Building the game</Busy>}
      <Button kind="primary" disabled={standing === "building" || typeof standing === "object"} onClick={() => void build()}>
        Build the game again
      </Button>
    </>
  );
}

async function changesOf(id: string): Promise<Changes | null> {
  const params = { path: { game: id } };
  const { design } = await got(api.GET("/api/v1/games/{game}/design", { params }));
  const checked = await got(api.POST("/api/v1/games/{game}/design/check", { params, body: design }));
  return checked.changes ?? null;
}

type Row = Schemas["ContentUse"] & { becomes: string };

const ROWS: Column<Row>[] = [
  { head: "Round", cell: (row) => modeName(row.mechanic_type) },
  { head: "Scene", cell: (row) => row.scene_title },
  { head: "Its content", cell: (row) => row.becomes },
];

function Kept({ changes }: { changes: Changes }) {
  const rows = [
    ...changes.kept.map((use) => ({ ...use, becomes: "is kept" })),
    ...changes.fresh.map((use) => ({ ...use, becomes: "is written anew" })),
  ];
  return (
    <>
      <Table caption="What building it again does to the content" columns={ROWS} rows={rows} keyOf={(row) => row.fingerprint} />
      {changes.dropped.length > 0 && <p>{many(changes.dropped.length, "round")} of content is used no more and goes.</p>}
    </>
  );
}
