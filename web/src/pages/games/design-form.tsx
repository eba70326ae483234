// The design as a structure: the game, its scenes in order, their rounds in order.

import { Panel } from "../../parts/page";
import { type Design, type Issue, IN_GAME, issuesAt, replaced } from "./design";
import { CountField, LabelsField, LongField, PickField, TextField } from "./inputs";
import { Issues } from "./issues";
import { OrderedList } from "./ordered-list";
import { SceneEditor } from "./scene-editor";

const DIFFICULTIES: Record<Design["difficulty"], string> = { beginner: "Beginner", intermediate: "Intermediate", advanced: "Advanced" };

type DesignFormProps = { design: Design; issues: readonly Issue[]; onChange: (design: Design) => void };

export function DesignForm({ design, issues, onChange }: DesignFormProps) {
  const change = (part: Partial<Design>) => onChange({ ...design, ...part });
  return (
    <>
      <Issues issues={issuesAt(issues, "", IN_GAME)} />
      <Panel title="The game">
        <GameFields design={design} change={change} />
      </Panel>
      <h2>Scenes</h2>
      <OrderedList list={design.scenes} nameOf={(scene) => scene.title} onChange={(scenes) => change({ scenes })}>
        {(scene, index) => (
          <SceneEditor scene={scene} path={`scenes[${index}]`} issues={issues} onChange={(changed) => change({ scenes: replaced(design.scenes, index, changed) })} />
        )}
      </OrderedList>
    </>
  );
}

function GameFields({ design, change }: { design: Design; change: (part: Partial<Design>) => void }) {
  return (
    <>
      <div className="games-form">
        <TextField label="Title" value={design.title} onChange={(title) => change({ title })} />
        <TextField label="Subject" value={design.subject} onChange={(subject) => change({ subject })} />
        <PickField label="Difficulty" value={design.difficulty} names={DIFFICULTIES} onChange={(difficulty) => change({ difficulty })} />
        <CountField label="Minutes" value={design.estimated_duration_minutes} onChange={(minutes) => change({ estimated_duration_minutes: minutes ?? 1 })} />
      </div>
      <details>
        <summary>Story and labels</summary>
        <LongField label="How it begins" rows={3} value={design.narrative_intro} onChange={(narrative_intro) => change({ narrative_intro })} />
        <LongField label="What is said at the end" rows={3} value={design.completion_message} onChange={(completion_message) => change({ completion_message })} />
        <div className="games-form">
          <LabelsField label="All labels" value={design.all_zone_labels} onChange={(labels) => change({ all_zone_labels: [...labels] })} />
          <LabelsField label="Labels that belong nowhere" value={design.distractor_labels ?? []} onChange={(labels) => change({ distractor_labels: [...labels] })} />
        </div>
      </details>
    </>
  );
}
