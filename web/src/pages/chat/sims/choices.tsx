// Between the conversation and the composer: the answers to a pointed question, and where to go after a goodbye.

import { Button } from "../../../parts/button";
import type { Chat } from "../engine-chat";
import { Decide } from "./decide";
import { address, type Person, sceneOf, turnTo, usePartner } from "./scene";

export function Choices({ chat }: { chat: Chat }) {
  const partner = usePartner(chat);
  if (!partner) return null;
  return (
    <>
      {partner.pivot && <Options chat={chat} pivot={partner.pivot} />}
      {partner.over && !partner.guide && <Goodbye chat={chat} partner={partner} />}
    </>
  );
}

function Options({ chat, pivot }: { chat: Chat; pivot: NonNullable<Person["pivot"]> }) {
  // The buttons go with the question, so the focus is put where its answer comes.
  function choose(option: string) {
    document.querySelector<HTMLElement>(".chat-lines")?.focus({ preventScroll: true });
    chat.say(address(chat, { choice: option }));
  }
  return (
    <div className="sims-options" role="group" aria-label={`Answers to: ${pivot.question}`}>
      {pivot.options.map((option) => (
        <Button key={option.id} disabled={chat.busy} onClick={() => choose(option.id)}>
          {option.text}
        </Button>
      ))}
      <p className="muted small">Choose one, or answer in your own words.</p>
    </div>
  );
}

function Goodbye({ chat, partner }: { chat: Chat; partner: Person }) {
  const redirect = partner.id === sceneOf(chat).person ? sceneOf(chat).redirect : null;
  return (
    <div className="sims-goodbye">
      <p className="muted">{partner.name} has said goodbye. Talk to somebody else, or decide.</p>
      <div className="row">
        {redirect && <Button onClick={() => turnTo(chat, redirect.to)}>Go to {redirect.name}</Button>}
        <Decide chat={chat} />
      </div>
    </div>
  );
}
