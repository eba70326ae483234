// What happened when, who and where, each with the passages that told of it.

import type { Schemas } from "../../api/client";
import { Badge } from "../../parts/notice";
import { PassageButtons } from "./passage-button";

type Timeline = Schemas["TimelineShown"];
type Reading = { onPassage: (turn: number) => void };

export function TimelineShown({ timeline, onPassage }: { timeline: Timeline } & Reading) {
  return (
    <div className="book-timeline">
      <h2>Years</h2>
      <Years entries={timeline.entries} onPassage={onPassage} />
      {timeline.periods.map((period) => (
        <Group key={period.name} title={period.name} of={period.topics} onPassage={onPassage} />
      ))}
      <Group title="People" of={timeline.people} onPassage={onPassage} />
      <Group title="Places" of={timeline.places} onPassage={onPassage} />
      <Corrections of={timeline.corrections} onPassage={onPassage} />
    </div>
  );
}

function Years({ entries, onPassage }: { entries: Timeline["entries"] } & Reading) {
  if (!entries.length) return <p className="muted">No year was told yet.</p>;
  return (
    <ol className="book-years">
      {entries.map((entry, index) => (
        <li key={index}>
          <strong>{entry.when}</strong> {entry.reckoned && <Badge>reckoned from an age</Badge>}
          <p>
            {entry.text} <PassageButtons turns={entry.turns} onPassage={onPassage} />
          </p>
          {entry.correction && <p className="small muted">First said: {entry.correction}</p>}
        </li>
      ))}
    </ol>
  );
}

function Group({ title, of, onPassage }: { title: string; of: readonly Schemas["ToldOf"][] } & Reading) {
  if (!of.length) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {of.map((each) => (
          <li key={each.name}>
            {each.name} {each.role && <span className="muted">{each.role}</span>} <PassageButtons turns={each.turns} onPassage={onPassage} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Corrections({ of, onPassage }: { of: Timeline["corrections"] } & Reading) {
  if (!of.length) return null;
  return (
    <section aria-label="Put right later">
      <h2>Put right later</h2>
      <ul>
        {of.map((each, index) => (
          <li key={index}>
            <del>{each.said}</del> → {each.now} <PassageButtons turns={each.turns} onPassage={onPassage} />
          </li>
        ))}
      </ul>
    </section>
  );
}
