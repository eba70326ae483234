// One simulation: under way, with what is known so far, or done, with what became of it.

import { api, got, type Schemas } from "../../api/client";
import { Loaded } from "../../parts/loaded";
import { Page, Panel } from "../../parts/page";
import { Stats } from "../../parts/stats";
import type { Params } from "../../router";
import { useResource } from "../../state/store";
import { many, when } from "../../words";
import { Endings, Turns } from "./counts";
import { Comparison, Figures } from "./figures";
import { Progress } from "./progress";
import { Reached } from "./reached";
import "./simulations.css";

export default function SimulationPage({ params }: { params: Params }) {
  const simulation = params.id as string;
  const found = useResource(`simulations/${simulation}`, () => got(api.GET("/api/v1/simulations/{simulation}", { params: { path: { simulation } } })));
  const card = found.data?.card;
  return (
    <Page
      title={card?.title ?? "Simulation"}
      lead={card && `${many(card.sessions, "session")}${card.compared ? ", half of them with A and half with B" : ""}. Begun ${when(card.started_at)}.`}
      actions={
        card?.state === "done" && (
          <a className="button" href={`/api/v1/simulations/${simulation}/report`} download>
            Download the report
          </a>
        )
      }
    >
      <Loaded of={found} what="the simulation">
        {(shown) => (shown.result ? <Result result={shown.result} /> : <Progress shown={shown} onChange={found.reload} />)}
      </Loaded>
    </Page>
  );
}

function Result({ result }: { result: Schemas["SimulationView"] }) {
  const { sides } = result;
  const each = (value: (side: Schemas["SideView"]) => number) => sides.map(value).join(" / ");
  return (
    <>
      <Panel label="In short">
        <Stats
          of={[
            [sides.length > 1 ? "sessions with A / B" : "sessions", each((side) => side.sessions)],
            ["turns each", each((side) => Number((side.turns / side.sessions).toFixed(1)))],
            ["stuck without an end", each((side) => side.stuck)],
          ]}
        />
        <p className="muted small">
          Speaker: {result.model}. Seed: {result.seed}.
        </p>
      </Panel>
      <Comparison result={result} />
      <div className="simulations-charts">
        <Endings endings={result.endings} sides={sides.length} />
        <Turns bins={result.turns} sides={sides.length} />
      </div>
      <Figures sides={sides} />
      <Reached sides={sides} />
    </>
  );
}
