import type { Schemas } from "../../api/client";
import { Badge, Notice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { Stats } from "../../parts/stats";
import { many } from "../../words";
import { modeName } from "./words";

type Shown = Schemas["GameShown"];

export function OverviewTab({ shown }: { shown: Shown }) {
  const { card, plan } = shown;
  const tokens = Object.values(shown.tokens).reduce((sum, spent) => sum + spent, 0);
  const stats: [string, string | number][] = [
    ["scenes", card.scenes],
    ["rounds", card.rounds.length],
    ["points", card.points],
    ["minutes", card.minutes],
  ];
  return (
    <>
      <Stats of={tokens ? [...stats, ["tokens spent", tokens]] : stats} />
      {shown.question && <p className="muted">Made for the question: {shown.question}</p>}
      {shown.intro && <p>{shown.intro}</p>}
      {shown.degraded.length > 0 && <Degraded notes={shown.degraded} />}
      {plan.scenes.map((scene) => (
        <Panel key={scene.id} title={scene.title}>
          <p className="muted">{scene.goal}</p>
          <ul className="games-facts" aria-label={`Rounds of ${scene.title}`}>
            {scene.mechanics.map((mechanic) => (
              <li key={mechanic.id}>
                <Badge>
                  {modeName(mechanic.type)}, {many(mechanic.points, "point")}
                </Badge>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}

function Degraded({ notes }: { notes: string[] }) {
  return (
    <Notice tone="warn">
      <p>Some things had to be done without:</p>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}
