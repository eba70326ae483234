// All games, and how to make one.

import { useState } from "react";
import { api, got, type Problem, problemIn, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Loaded } from "../../parts/loaded";
import { Badge, ProblemNotice } from "../../parts/notice";
import { Page, Panel } from "../../parts/page";
import { go, Link, useQuery } from "../../router";
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
  const [problem, setProblem] = useState<Problem>();
  return (
    <Page title="Games" lead="Make a learning game from a question or a topic, play it, change it, take it elsewhere.">
      {problem && <ProblemNotice problem={problem} />}
      <OnTheWay />
      <Loaded of={games} what="the games">
        {(cards) => (cards.length ? <Cards cards={cards} onProblem={setProblem} /> : <p className="muted">There are no games yet. Make the first one below.</p>)}
      </Loaded>
      <Panel title="Make a game">
        <MakeForm onMade={({ game, job }) => go(`/games?making=${job}&game=${game}`, true)} />
      </Panel>
    </Page>
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

function Cards({ cards, onProblem }: { cards: Card[]; onProblem: (problem: Problem) => void }) {
  return (
    <ul className="cards">
      {cards.map((card) => (
        <li key={card.id} className="card">
          <h2 className="games-card-title">{card.fault ? card.title : <Link to={`/games/${card.id}`}>{card.title}</Link>}</h2>
          {card.fault ? <p>It cannot be shown: {card.fault}</p> : <CardBody card={card} onProblem={onProblem} />}
        </li>
      ))}
    </ul>
  );
}

function CardBody({ card, onProblem }: { card: Card; onProblem: (problem: Problem) => void }) {
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
        <Button kind="primary" onClick={() => beginPlay(card.id, true).catch((error) => onProblem(problemIn(error)))} aria-label={`Play ${card.title}`}>
          Play
        </Button>
        <Link to={`/games/${card.id}`} className="button">
          Open
        </Link>
      </div>
    </>
  );
}
