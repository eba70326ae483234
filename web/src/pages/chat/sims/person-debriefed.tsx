// One conversation looked back on: what was heard and registered, the pointed questions, and how the two got on.

import type { Schemas } from "../../../api/client";
import { Badge } from "../../../parts/notice";

type Person = Schemas["PersonDebrief"];
type Line = Schemas["Spoken"];

export function PersonDebriefed({ person, lines }: { person: Person; lines: readonly Line[] }) {
  return (
    <article>
      <h3>{person.name}</h3>
      <ul className="sims-ways">
        {person.facts.map((fact) => (
          <Fact key={fact.id} fact={fact} lines={lines} />
        ))}
        {person.has_reveal && <Reveal turn={person.reveal} lines={lines} />}
        {person.pivots.map((pivot) => (
          <li key={pivot.turn}>
            <Badge tone={pivot.mood < 0 ? "bad" : "good"}>{pivot.mood > 0 ? `+${pivot.mood}` : pivot.mood}</Badge> “{pivot.question}” You answered:{" "}
            {pivot.answer ?? "something else"} <Turn turn={pivot.turn} />
          </li>
        ))}
      </ul>
      <p className="muted">
        {between(person)} {strayed(person)} {ending(person)}
      </p>
    </article>
  );
}

function Fact({ fact, lines }: { fact: Person["facts"][number]; lines: readonly Line[] }) {
  const registered = typeof fact.acknowledged === "number";
  const heard = typeof fact.heard === "number";
  return (
    <li>
      <Badge tone={registered ? "good" : "warn"}>{registered ? "heard and registered" : heard ? "heard, not registered" : "never heard"}</Badge> {fact.fact}{" "}
      <Quote turn={fact.heard} by="program" lines={lines} />
      <Quote turn={fact.acknowledged} by="person" lines={lines} />
    </li>
  );
}

function Reveal({ turn, lines }: { turn: number | null | undefined; lines: readonly Line[] }) {
  const told = typeof turn === "number";
  return (
    <li>
      <Badge tone={told ? "good" : undefined}>{told ? "trusted you" : "kept back"}</Badge>{" "}
      {told ? "Told you what they tell nobody." : "Had something to tell, and kept it."}
      <Quote turn={turn} by="program" lines={lines} />
    </li>
  );
}

// The line that mattered, in the words in which it was said.
function Quote({ turn, by, lines }: { turn: number | null | undefined; by: Line["by"]; lines: readonly Line[] }) {
  const line = lines.find((each) => each.turn === turn && each.by === by);
  if (!line) return null;
  return (
    <blockquote>
      {line.name}: “{line.text}” <Turn turn={line.turn} />
    </blockquote>
  );
}

function Turn({ turn }: { turn: number }) {
  return <span className="muted small">(turn {turn})</span>;
}

function between(person: Person): string {
  const last = person.relationship.at(-1);
  return last ? `In the end ${last.state} (${last.score > 0 ? "+" : ""}${last.score}).` : "";
}

function strayed(person: Person): string {
  if (!person.detours.length) return "";
  return `You went off the point in turn ${person.detours.join(", ")}, and were brought back.`;
}

function ending(person: Person): string {
  if (typeof person.ended !== "number") return "You left in the middle.";
  return person.cut_short ? `Gave up on being heard in turn ${person.ended}.` : `The conversation came to its end in turn ${person.ended}.`;
}
