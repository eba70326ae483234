// All games, and how to make one.

import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Badge, ProblemNotice } from "../../parts/notice";
import { Page, Panel } from "../../parts/page";
import { go, Link, useQuery } from "../../router";
import { type Acting, useActing } from "../../state/acting";
import { useResource } from "../../state/store";
import { many } from "../../words";
import { MakeForm } from "./make-form";
import { Making } from "./making";
import { beginPlay } from "./playing";
import { modeName } from "./words";
import "./games.css";

type Card = Schemas["GameCard"];

export default function GamesPage() {
  const games = useResource<Card[]>("games", () => got(api.GET("/api/v1/games")));
  const acting = useActing();
  return (
    <Page title="Games" lead="Make a learning game from a question or a topic, play it, change it, export it.">
      {acting.problem && <ProblemNotice problem={acting.problem} />}
      <OnTheWay />
      <Loaded of={games} what="the games">
        {(cards) => (cards.length ? <Cards cards={cards} acting={acting} /> : <None />)}
      </Loaded>
      <Panel title="Make a game">
        <MakeForm onMade={({ game, job }) => go(`/games?making=${job}&game=${game}`, true)} />
      </Panel>
    </Page>
  );
}

function None() {
  return (
    <p className="muted">
      You have made no game yet. Make the first one below, or <Link to="/">play one of ours</Link>.
    </p>
  );
}

// A game in the making stands in the address, so that a reload finds it again.
function OnTheWay() {
  const asked = useQuery();
  const job = asked.get("making");
  const game = asked.get("game");
  if (!job || !game) return null;
  return (
    <Panel title="Your game is being made">
      <Making job={job} onDone={() => go(`/games/${game}`, true)} />
    </Panel>
  );
}

function Cards({ cards, acting }: { cards: Card[]; acting: Acting }) {
  return (
    <ul className="cards">
      {cards.map((card) => (
        <li key={card.id} className="card">
          <h2 className="games-card-title">{card.fault ? card.title : <Link to={`/games/${card.id}`}>{card.title}</Link>}</h2>
          {card.fault ? <p>It cannot be shown: {card.fault}</p> : <CardBody card={card} acting={acting} />}
        </li>
      ))}
    </ul>
  );
}

function CardBody({ card, acting }: { card: Card; acting: Acting }) {
  return (
    <>
      <p>
        {card.subject} · {card.difficulty} · about {many(card.minutes, "minute")} · {many(card.points, "point")}
      </p>
      <ul className="games-facts" aria-label="Rounds">
        {card.rounds.map((round, index) => (
          <li key={index}>
            <Badge>{modeName(round)}</Badge>
          </li>
        ))}
        {card.edited && (
          <li>
            <Badge tone="warn">edited, not built yet</Badge>
          </li>
        )}
      </ul>
      <div className="actions">
        <Button kind="primary" disabled={acting.busy} onClick={() => void acting.act(() => beginPlay(card.id, true))} aria-label={`Play ${card.title}`}>
          Play
        </Button>
        <Link to={`/games/${card.id}`} className="button">
          Open
        </Link>
      </div>
    </>
  );
}
