// Somebody who may be in danger: whom to turn to, a way to leave the page at once, and nothing else.

import type { Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import type { Chat } from "./engine-chat";

type CareContact = Schemas["CareContact"];
type CareState = Schemas["CareState"];

export function Care({ chat, care }: { chat: Chat; care: CareState }) {
  const stopped = care.stage !== "checking";
  // Whoever hurts somebody must not read it over their shoulder.
  const headed = stopped && care.danger !== "abuse" && care.last !== "leaving";
  return (
    <section className="care" aria-label="Whom you can turn to">
      <div className="row care-head">
        {headed && <h2>Please talk to somebody now</h2>}
        <Button onClick={leave}>Leave this page now</Button>
      </div>
      {care.contacts.length > 0 && (
        <ul>
          {care.contacts.map((contact) => (
            <li key={contact.kind + contact.name}>
              <Contact contact={contact} />
            </li>
          ))}
        </ul>
      )}
      {stopped && chat.shown.head.engine === "memoir" && (
        <Button kind="quiet" disabled={chat.busy} onClick={() => chat.say({ choice: "sitting" })}>
          Begin a new sitting
        </Button>
      )}
    </section>
  );
}

export function openCare(chat: Chat): CareState | undefined {
  const { scene } = chat.shown;
  return scene && "care" in scene && scene.care && scene.care.stage !== "calm" ? scene.care : undefined;
}

function Contact({ contact }: { contact: CareContact }) {
  const { kind, name, call, text, chat } = contact;
  const more = [contact.what, contact.hours === "always" ? "Day and night" : contact.hours].filter(Boolean).join(" · ");
  return (
    <>
      <strong>{kind === "emergency" ? `If somebody's life is in danger now: ${name}` : name}</strong>
      {call && (
        <a className="care-call" href={`tel:${call.replace(/[^\d+*#]/g, "")}`}>
          Call {call}
        </a>
      )}
      {text && <span>Text {text}</span>}
      {chat && (
        <a href={chat} rel="noreferrer" target="_blank">
          Chat
        </a>
      )}
      {more && <span className="muted">{more}</span>}
    </>
  );
}

// The page that was there before is not what somebody else should find with the back button.
function leave() {
  window.location.replace("about:blank");
}
