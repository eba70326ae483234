// One scene of a design.

import { type Issue, IN_SCENE, issuesAt, type SceneDesign } from "./design";
import { CheckField, CountField, LabelsField, LongField, PickField, TextField } from "./inputs";
import { Issues } from "./issues";
import { MechanicList } from "./mechanic-editor";

const ONWARD: Record<NonNullable<SceneDesign["transition_to_next"]>, string> = {
  auto: "By itself",
  button: "At the press of a button",
  score_gate: "With a share of the points",
};

type SceneEditorProps = { scene: SceneDesign; path: string; issues: readonly Issue[]; onChange: (scene: SceneDesign) => void };

export function SceneEditor({ scene, path, issues, onChange }: SceneEditorProps) {
  const change = (part: Partial<SceneDesign>) => onChange({ ...scene, ...part });
  return (
    <>
      <Issues issues={issuesAt(issues, path, IN_SCENE)} />
      <h3>{scene.title || "A scene without a title"}</h3>
      <details>
        <summary>About this scene</summary>
        <SceneFields scene={scene} change={change} />
      </details>
      <MechanicList scene={scene} list={scene.mechanics} path={`${path}.mechanics`} issues={issues} onChange={(mechanics) => change({ mechanics })} />
    </>
  );
}

function SceneFields({ scene, change }: { scene: SceneDesign; change: (part: Partial<SceneDesign>) => void }) {
  const onward = scene.transition_to_next ?? "auto";
  const picture = scene.image_spec ?? { description: "", must_include_structures: [], form: "", style: "" };
  return (
    <div className="games-form">
      <TextField label="Title of the scene" value={scene.title} onChange={(title) => change({ title })} />
      <PickField label="How the next scene comes" value={onward} names={ONWARD} onChange={(transition_to_next) => change({ transition_to_next })} />
      {onward === "score_gate" && (
        <CountField label="Share of the points" hint="Between 0 and 1." step="any" value={scene.transition_min_score_pct} onChange={(transition_min_score_pct) => change({ transition_min_score_pct })} />
      )}
      <div className="games-wide">
        <LongField label="What is learned" value={scene.learning_goal} onChange={(learning_goal) => change({ learning_goal })} />
        <LongField label="How it begins" value={scene.narrative_intro ?? ""} onChange={(narrative_intro) => change({ narrative_intro })} />
      </div>
      <LabelsField label="Labels" value={scene.zone_labels} onChange={(zone_labels) => change({ zone_labels: [...zone_labels] })} />
      <div>
        <CheckField label="It has a picture" value={scene.needs_diagram} onChange={(needs_diagram) => change({ needs_diagram })} />
        {scene.needs_diagram && (
          <LongField label="What the picture shows" value={picture.description ?? ""} onChange={(description) => change({ image_spec: { ...picture, description } })} />
        )}
      </div>
    </div>
  );
}
