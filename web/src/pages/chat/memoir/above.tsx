// Which sitting this is, and the way to the book.

import { Link } from "../../../router";
import { many, when } from "../../../words";
import type { Chat } from "../engine-chat";
import { sceneOf } from "./scene";

export function Above({ chat }: { chat: Chat }) {
  const scene = sceneOf(chat);
  return (
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
  );
}
