// What one may do besides telling: give leave or not, skip, turn to something lighter, stop, and decide about what was just told.

import { useState } from "react";
import { Button } from "../../../parts/button";
import { many } from "../../../words";
import type { Chat } from "../engine-chat";
import { ForgetDialog } from "./forget-dialog";
import { isMarked, lastPassage, sceneOf, wasLeft } from "./scene";

export function Choices({ chat }: { chat: Chat }) {
  const scene = sceneOf(chat);
  return (
    <div className="memoir-choices">
      {scene.consent_about ? <Leave chat={chat} /> : <WaysOut chat={chat} />}
      <LastPassage chat={chat} />
      {wasLeft(scene, Date.now()) && <Left chat={chat} />}
    </div>
  );
}

function Leave({ chat }: { chat: Chat }) {
  const { consent_about, ways } = sceneOf(chat);
  return (
    <fieldset className="memoir-leave" disabled={chat.busy}>
      <legend>May we go further into “{consent_about}”?</legend>
      <p>It is yours to decide. After a no it is left alone, unless you come back to it yourself. After a yes you can still stop at any moment.</p>
      <div className="row">
        <Button kind="primary" onClick={() => chat.say({ text: ways.consent })}>
          Yes, you may ask
        </Button>
        <Button onClick={() => chat.say({ text: ways.not_now })}>Not now</Button>
        <Button onClick={() => chat.say({ text: ways.never })}>No, don’t ask again</Button>
      </div>
    </fieldset>
  );
}

function WaysOut({ chat }: { chat: Chat }) {
  const { ways, sideways } = sceneOf(chat);
  return (
    <div className="row" role="group" aria-label="Instead of answering">
      <Button disabled={chat.busy} onClick={() => chat.say({ text: ways.skip })}>
        Skip this
      </Button>
      <Button kind={sideways ? "primary" : undefined} disabled={chat.busy} onClick={() => chat.say({ text: ways.lighter })}>
        Something lighter
      </Button>
      <Button kind="quiet" disabled={chat.busy} onClick={() => chat.say({ text: ways.stop })}>
        Stop for today
      </Button>
    </div>
  );
}

function LastPassage({ chat }: { chat: Chat }) {
  const [forgetting, setForgetting] = useState(false);
  const turn = lastPassage(chat.shown.lines);
  if (turn === undefined) return null;
  const marked = isMarked(sceneOf(chat), turn);
  return (
    <div className="row memoir-last" role="group" aria-label="What you told last">
      <Button kind="quiet" disabled={chat.busy} onClick={() => chat.say({ choice: `mark:${turn}:${marked ? "none" : "off_record"}` })}>
        {marked ? "Take the last passage into the book again" : "Leave the last passage out of the book"}
      </Button>
      <Button kind="quiet" disabled={chat.busy} onClick={() => setForgetting(true)}>
        Delete the last passage
      </Button>
      {forgetting && <ForgetDialog session={chat.shown.head.id} what={{ passage: turn }} onClose={() => setForgetting(false)} />}
    </div>
  );
}

function Left({ chat }: { chat: Chat }) {
  const { topics } = sceneOf(chat);
  return (
    <p className="row">
      <span className="muted">It has been a while. You have told of {many(topics.length, "topic")} so far.</span>
      <Button disabled={chat.busy} onClick={() => chat.say({ choice: "sitting" })}>
        Begin a new sitting
      </Button>
    </p>
  );
}
