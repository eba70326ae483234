// Simulations: start one, and find those that were played.

import { api, got, type Schemas } from "../../api/client";
import { Loaded } from "../../parts/loaded";
import { Badge } from "../../parts/notice";
import { Page, Panel } from "../../parts/page";
import { Table } from "../../parts/table";
import { Link } from "../../router";
import { useResource } from "../../state/store";
import { when } from "../../words";
import { StartForm } from "./start-form";
import { STATES } from "./states";
import "./simulations.css";

export default function SimulationsPage() {
  const cards = useResource("simulations", () => got(api.GET("/api/v1/simulations")));
  return (
    <Page title="Simulations" lead="Many sessions with simulated people: how they end, what is never reached, and whether a change makes it better.">
      <Panel title="New simulation">
        <StartForm />
      </Panel>
      <Panel title="Earlier simulations">
        <Loaded of={cards} what="earlier simulations">
          {(data) => <Earlier cards={data} />}
        </Loaded>
      </Panel>
    </Page>
  );
}

function Earlier({ cards }: { cards: Schemas["SimulationCard"][] }) {
  return (
    <Table
      caption="Simulations, newest first"
      columns={[
        { head: "Simulation", cell: (card) => <Link to={`/simulations/${card.id}`}>{card.title}</Link> },
        { head: "Sessions", cell: (card) => card.sessions, number: true },
        { head: "A and B", cell: (card) => (card.compared ? "yes" : "") },
        { head: "Begun", cell: (card) => when(card.started_at) },
        { head: "State", cell: (card) => <Badge tone={STATES[card.state].tone}>{STATES[card.state].word}</Badge> },
      ]}
      rows={cards}
      keyOf={(card) => card.id}
      empty="None yet. Press Start: the defaults are good."
    />
  );
}
