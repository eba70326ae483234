import type { Schemas } from "../../api/client";
import { BeginButton } from "./begin-button";
import { newSession, type Opening } from "./opening";

export function SimCard({ sim, opening }: { sim: Schemas["SimCard"]; opening: Opening }) {
  return (
    <li className="card home-scene">
      <h3>{sim.title}</h3>
      <p className="home-role">You are {sim.learner}.</p>
      <p>{sentence(sim.happening)}</p>
      <dl className="home-people" aria-label="Whom you meet">
        {sim.people.map((person) => (
          <div key={person.id}>
            <dt>{person.name}</dt>
            <dd>{person.role}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <BeginButton does="Start" name={sim.title} opening={opening} ask={() => newSession({ engine: "sims", scenario: sim.id })} />
      </div>
    </li>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replace(/([.?!])\.$/, "$1");
}
