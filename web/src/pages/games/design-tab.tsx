// The design, to be edited: as a structure or as JSON. Every change is looked at by the server, and kept only when it is asked for.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Tabs } from "../../parts/tabs";
import { useActing } from "../../state/acting";
import { forget, put, type Resource, useResource, useStored, useTyped } from "../../state/store";
import { many } from "../../words";
import type { Design } from "./design";
import { DesignForm } from "./design-form";
import { DesignJson } from "./design-json";

type Shown = Schemas["DesignShown"];
type Checked = Schemas["DesignChecked"];

export function DesignTab({ id, onSaved }: { id: string; onSaved: () => Promise<void> }) {
  const design = useResource<Shown>(`design:${id}`, () => got(api.GET("/api/v1/games/{game}/design", { params: { path: { game: id } } })));
  return (
    <Loaded of={design} what="the design">
      {(shown) => <Editor key={shown.version} id={id} shown={shown} onSaved={() => Promise.all([design.reload(), onSaved()])} />}
    </Loaded>
  );
}

function Editor({ id, shown, onSaved }: { id: string; shown: Shown; onSaved: () => Promise<unknown> }) {
  const { draft, change, discard } = useDraft(id, shown);
  const { data: checked, problem: unchecked } = useChecked(id, draft);
  const { busy, problem, act } = useActing();
  const [discarded, setDiscarded] = useState(0);
  const isChanged = draft !== shown.design;
  const faults = checked?.issues.filter((issue) => issue.severity === "error") ?? [];

  async function save() {
    const body = { version: shown.version, design: draft };
    await got(api.PUT("/api/v1/games/{game}/design", { params: { path: { game: id } }, body }));
    discard();
    await onSaved();
  }

  // The text of the JSON is its own until it is begun anew.
  function drop() {
    discard();
    setDiscarded(discarded + 1);
  }

  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      {unchecked && <ProblemNotice problem={unchecked} />}
      <Verdict checked={checked} faults={faults.length} isChanged={isChanged} />
      <div className="row games-round-list">
        <Button kind="primary" disabled={busy || !isChanged || faults.length > 0} onClick={() => void act(save)}>
          Save the design
        </Button>
        <Button disabled={!isChanged} onClick={drop}>
          Discard my changes
        </Button>
      </div>
      <Tabs
        label="How to edit it"
        tabs={[
          { id: "structure", title: "Structure", show: () => <DesignForm design={draft} issues={checked?.issues ?? []} onChange={change} /> },
          { id: "json", title: "JSON", show: () => <DesignJson key={discarded} design={draft} onChange={change} /> },
        ]}
      />
    </>
  );
}

// What is being typed stays while one looks at another tab.
function useDraft(id: string, shown: Shown) {
  const key = `design-draft:${id}:${shown.version}`;
  const draft = useStored<Design>(key).data ?? shown.design;
  return { draft, change: (changed: Design) => put(key, { data: changed, loading: false }), discard: () => forget(key) };
}

function useChecked(id: string, draft: Design): Resource<Checked> {
  return useTyped(`design-check:${id}`, draft, () => got(api.POST("/api/v1/games/{game}/design/check", { params: { path: { game: id } }, body: draft })));
}

function Verdict({ checked, faults, isChanged }: { checked?: Checked; faults: number; isChanged: boolean }) {
  if (!checked) return null;
  if (faults) return <Notice tone="bad">{many(faults, "thing")} to mend before it can be saved. What was saved before stays as it is.</Notice>;
  return (
    <Notice tone={isChanged ? "info" : "good"}>
      {isChanged ? "The changed design is sound" : "The design is sound"}: {many(checked.points ?? 0, "point")} in all
      {checked.changes && checked.changes.fresh.length > 0 && `, ${many(checked.changes.fresh.length, "round")} would get new content`}.
    </Notice>
  );
}
