import { Meter } from "../../../parts/stats";
import type { Chat } from "../engine-chat";

export function Above({ chat }: { chat: Chat }) {
  const { scene } = chat.shown;
  if (scene.engine !== "interviews") return null;
  return (
    <div className="interview-above">
      <p>
        About <strong>{scene.title}</strong> <span className="muted">· {scene.method}</span>
      </p>
      <p className="small muted">
        {scene.ended ? "The interview is over" : `${scene.answers} of at most ${scene.most} answers`}
      </p>
      <Meter share={scene.answers / scene.most} label="Answers given" />
    </div>
  );
}
