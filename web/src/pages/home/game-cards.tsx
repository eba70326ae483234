import type { Schemas } from "../../api/client";
import { Link } from "../../router";
import { BeginButton } from "./begin-button";
import { newPlay, type Opening } from "./opening";

export function GameCards({ topics, opening }: { topics: readonly Schemas["CatalogueOffer"][]; opening: Opening }) {
  return (
    <section aria-labelledby="home-games">
      <h2 id="home-games">Play and learn</h2>
      <p className="home-about">
        Games made from what is known about something. <Link to="/games">Make a game of your own</Link>.
      </p>
      <ul className="cards">
        {topics.map((topic) => (
          <li key={topic.id} className="card">
            <h3>{topic.title}</h3>
            <p className="home-short">{topic.about}</p>
            <div className="actions">
              <BeginButton does="Play" name={topic.title} opening={opening} ask={() => newPlay(topic.id)} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
