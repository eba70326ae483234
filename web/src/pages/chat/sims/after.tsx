// The debrief, once the call is made: what it came to, what was found out, and the lines that mattered.

import { api, got, type Schemas } from "../../../api/client";
import { Loaded } from "../../../parts/loaded";
import { Badge, Notice } from "../../../parts/notice";
import { useResource } from "../../../state/store";
import type { Chat } from "../engine-chat";
import { PersonDebriefed } from "./person-debriefed";

type Debrief = Schemas["Debrief"];

export function After({ chat }: { chat: Chat }) {
  const session = chat.shown.head.id;
  const debrief = useResource<Debrief>(`debrief:${session}`, () => got(api.GET("/api/v1/sessions/{session}/debrief", { params: { path: { session } } })));
  return (
    <section className="panel sims-debrief" aria-label="Debrief">
      <h2>Debrief</h2>
      <Loaded of={debrief} what="the debrief">
        {(data) => (
          <>
            {data.decision && <Decided decision={data.decision} />}
            <Achieved objectives={data.objectives} />
            {data.people.map((person) => (
              <PersonDebriefed key={person.id} person={person} lines={chat.shown.lines} />
            ))}
            {data.not_met.length > 0 && <p className="muted">You did not talk to {data.not_met.join(", ")}.</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Decided({ decision }: { decision: NonNullable<Debrief["decision"]> }) {
  return (
    <Notice tone={decision.is_best ? "good" : "warn"}>
      <p>
        <strong>You decided: {decision.text}.</strong> {decision.consequence}
      </p>
      <p>
        {decision.is_best ? "The facts bear you out." : `The facts spoke for another way: ${decision.best}.`} {decision.because}
      </p>
    </Notice>
  );
}

function Achieved({ objectives }: { objectives: Debrief["objectives"] }) {
  return (
    <>
      <h3>What you came for</h3>
      <ul className="sims-ways">
        {objectives.map((objective) => (
          <li key={objective.id}>
            {typeof objective.completed === "number" ? <Badge tone="good">done in turn {objective.completed}</Badge> : <Badge>left open</Badge>} {objective.text}
          </li>
        ))}
      </ul>
    </>
  );
}
