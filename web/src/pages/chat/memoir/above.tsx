// Help first where somebody may need it; then which sitting this is, and the way to the book.

import { Link } from "../../../router";
import { many, when } from "../../../words";
import type { Chat } from "../engine-chat";
import { sceneOf } from "./scene";

export function Above({ chat }: { chat: Chat }) {
  const scene = sceneOf(chat);
  return (
    <>
      {scene.guidance && <Guidance text={scene.guidance} />}
      <div className="memoir-above">
        <p>
          <strong>Sitting {scene.sitting}</strong>{" "}
          <span className="muted">
            · began {when(scene.began_at)} · {many(scene.told, "passage")} told
          </span>
        </p>
        <Link to={`/sessions/${chat.shown.head.id}/book`} className="button">
          The book so far
        </Link>
      </div>
    </>
  );
}

function Guidance({ text }: { text: string }) {
  return (
    <section className="memoir-guidance" aria-labelledby="memoir-guidance" role="alert">
      <h2 id="memoir-guidance">Please talk to somebody now</h2>
      <p>{text}</p>
    </section>
  );
}
