// Above the conversation: the scene in two sentences, and whom one talks to.

import { Badge } from "../../../parts/notice";
import type { Chat } from "../engine-chat";
import { type Person, sceneOf, turnTo, usePartner } from "./scene";

export function Above({ chat }: { chat: Chat }) {
  const scene = sceneOf(chat);
  const partner = usePartner(chat);
  const begun = chat.shown.lines.length > 0; // then whoever wants the scene again asks for it
  return (
    <div className="sims-above">
      <details className="sims-where" open={begun ? undefined : true}>
        <summary>You are {scene.learner}.</summary>
        <p>
          The scene: {scene.where}; {scene.happening}. Talk to whom you like. When you know enough, make the call: you find it under Scene.
        </p>
      </details>
      {!scene.ended && <People chat={chat} partner={partner} />}
    </div>
  );
}

function People({ chat, partner }: { chat: Chat; partner: Person | undefined }) {
  const scene = sceneOf(chat);
  return (
    <>
      <ul className="sims-people" aria-label="Who is here">
        {scene.people.map((person) => (
          <li key={person.id}>
            <button type="button" aria-pressed={person.id === partner?.id} disabled={chat.busy} onClick={() => turnTo(chat, person.id)}>
              <span className="sims-name">
                <span className="visually-hidden">Talk to </span>
                {person.name}
              </span>
              <span className="row small">
                <span className="muted">{person.role}</span>
                <Standing person={person} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="small muted" role="status">
        {partner && partner.id !== scene.person ? `You turn to ${partner.name}. Say something.` : ""}
      </p>
    </>
  );
}

const TONES: Record<string, "good" | "warn" | "bad"> = { trusting: "good", cooperative: "good", guarded: "warn", hostile: "bad" };

function Standing({ person }: { person: Person }) {
  if (!person.met) return null;
  return (
    <>
      <Badge tone={TONES[person.relationship]}>{person.relationship}</Badge>
      {person.over && !person.guide && <Badge>said goodbye</Badge>}
    </>
  );
}
