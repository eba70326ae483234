// One round of a design, with the rounds inside it.

import { Button } from "../../parts/button";
import { many } from "../../words";
import { type Issue, IN_MECHANIC, issuesAt, type MechanicDesign, newMechanic, replaced, type SceneDesign } from "./design";
import { CheckField, CountField, LabelsField, LongField, PickField, TextField } from "./inputs";
import { Issues } from "./issues";
import { OrderedList } from "./ordered-list";
import { MODES, modeName } from "./words";

type Trigger = NonNullable<MechanicDesign["advance_trigger"]>;

const TRIGGERS: Record<Trigger, string> = {
  completion: "When everything is done",
  score_threshold: "With a share of the points",
  user_choice: "Whenever the player likes",
  time_elapsed: "After some seconds",
};
const NEEDS_VALUE: Trigger[] = ["score_threshold", "time_elapsed"];

type ListProps = { scene: SceneDesign; list: readonly MechanicDesign[]; path: string; issues: readonly Issue[]; onChange: (list: MechanicDesign[]) => void };

export function MechanicList({ scene, list, path, issues, onChange }: ListProps) {
  return (
    <>
      <OrderedList list={list} nameOf={(mechanic) => modeName(mechanic.mechanic_type)} onChange={onChange}>
        {(mechanic, index) => (
          <MechanicEditor scene={scene} mechanic={mechanic} path={`${path}[${index}]`} issues={issues} onChange={(changed) => onChange(replaced(list, index, changed))} />
        )}
      </OrderedList>
      <Button onClick={() => onChange([...list, newMechanic(scene)])}>Add a round</Button>
    </>
  );
}

type EditorProps = { scene: SceneDesign; mechanic: MechanicDesign; path: string; issues: readonly Issue[]; onChange: (mechanic: MechanicDesign) => void };

function MechanicEditor({ scene, mechanic, path, issues, onChange }: EditorProps) {
  const own = issuesAt(issues, path, IN_MECHANIC);
  const change = (part: Partial<MechanicDesign>) => onChange({ ...mechanic, ...part });
  return (
    <>
      <Issues issues={own} />
      <details>
        <summary>
          <strong>{modeName(mechanic.mechanic_type)}</strong>{" "}
          <span className="muted">
            {many(mechanic.expected_item_count, "item")}, {mechanic.points_per_item ?? 10} points each
          </span>
        </summary>
        <Play mechanic={mechanic} change={change} />
        <Brief mechanic={mechanic} change={change} />
        {mechanic.children?.length ? (
          <MechanicList scene={scene} list={mechanic.children} path={`${path}.children`} issues={issues} onChange={(children) => change({ children })} />
        ) : (
          <Button kind="quiet" onClick={() => change({ children: [newMechanic(scene)] })}>
            Add a round inside this one
          </Button>
        )}
      </details>
    </>
  );
}

type PartProps = { mechanic: MechanicDesign; change: (part: Partial<MechanicDesign>) => void };

function Play({ mechanic, change }: PartProps) {
  const trigger = mechanic.advance_trigger ?? "completion";
  return (
    <div className="games-form">
      <PickField label="What is played" value={mechanic.mechanic_type} names={MODES} onChange={(mechanic_type) => change({ mechanic_type })} />
      <CountField label="Items" value={mechanic.expected_item_count} onChange={(count) => change({ expected_item_count: count ?? 0 })} />
      <CountField label="Points each" value={mechanic.points_per_item} onChange={(points) => change({ points_per_item: points ?? 0 })} />
      <PickField label="When the next round opens" value={trigger} names={TRIGGERS} onChange={(advance_trigger) => change({ advance_trigger })} />
      {NEEDS_VALUE.includes(trigger) && (
        <CountField
          label={trigger === "time_elapsed" ? "Seconds" : "Share of the points"}
          hint={trigger === "time_elapsed" ? undefined : "Between 0 and 1."}
          step="any"
          value={mechanic.advance_trigger_value}
          onChange={(advance_trigger_value) => change({ advance_trigger_value })}
        />
      )}
      <CheckField label="Against the clock" value={mechanic.is_timed ?? false} onChange={(is_timed) => change({ is_timed })} />
      {mechanic.is_timed && <CountField label="Seconds for this round" value={mechanic.time_limit_seconds} onChange={(time_limit_seconds) => change({ time_limit_seconds })} />}
      <div className="games-wide">
        <LongField label="What the player is told to do" value={mechanic.instruction_text} onChange={(instruction_text) => change({ instruction_text })} />
      </div>
    </div>
  );
}

function Brief({ mechanic, change }: PartProps) {
  const brief = mechanic.content_brief;
  const rewrite = (part: Partial<typeof brief>) => change({ content_brief: { ...brief, ...part } });
  return (
    <fieldset className="group">
      <legend>For whoever writes the content</legend>
      <LongField label="What it should bring about" value={brief.generation_goal ?? ""} onChange={(generation_goal) => rewrite({ generation_goal })} />
      <div className="games-form">
        <LabelsField label="Labels of the picture it uses" value={mechanic.zone_labels_used ?? []} onChange={(zone_labels_used) => change({ zone_labels_used: [...zone_labels_used] })} />
        <LabelsField label="Key concepts" value={brief.key_concepts ?? []} onChange={(key_concepts) => rewrite({ key_concepts: [...key_concepts] })} />
        <TextField label="Style of the prompts" value={brief.prompt_style ?? ""} onChange={(prompt_style) => rewrite({ prompt_style })} />
        <TextField label="Notes" value={brief.notes ?? ""} onChange={(notes) => rewrite({ notes })} />
      </div>
    </fieldset>
  );
}
