// Somebody who may be in danger: whom to turn to, a way to leave the page at once, and nothing else.

import type { Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import type { Chat } from "./engine-chat";

type CareContact = Schemas["CareContact"];
type CareState = Schemas["CareState"];

export function Care({ chat, care }: { chat: Chat; care: CareState }) {
  const stopped = care.stage !== "checking";
  return (
    <section className="care" aria-label="Whom you can turn to">
      {stopped && <h2>Please talk to somebody now</h2>}
      {care.contacts.length > 0 && (
        <ul>
          {care.contacts.map((contact) => (
            <li key={contact.kind + contact.name}>
              <Contact contact={contact} />
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <Button onClick={leave}>Leave this page now</Button>
        {stopped && chat.shown.head.engine === "memoir" && (
          <Button kind="quiet" disabled={chat.busy} onClick={() => chat.say({ choice: "sitting" })}>
            Begin a new sitting
          </Button>
        )}
      </div>
    </section>
  );
}

export function openCare(chat: Chat): CareState | undefined {
  const { scene } = chat.shown;
  return scene && "care" in scene && scene.care && scene.care.stage !== "calm" ? scene.care : undefined;
}

function Contact({ contact }: { contact: CareContact }) {
  const { name, what, call, text, chat, hours } = contact;
  return (
    <>
      <strong>{name}</strong>
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
      {what && <span className="muted">{what}</span>}
      {hours && <span className="muted">{hours === "always" ? "Day and night" : hours}</span>}
    </>
  );
}

// The page that was there before is not what somebody else should find with the back button.
function leave() {
  window.location.replace("about:blank");
}
