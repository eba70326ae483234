// Beside the conversation: what one came for, what one was given, and what is to be decided.

import type { Schemas } from "../../../api/client";
import type { Chat } from "../engine-chat";
import { Decide } from "./decide";
import { type Scene, sceneOf } from "./scene";

export function ScenePanel({ chat }: { chat: Chat }) {
  const scene = sceneOf(chat);
  return (
    <div className="sims-scene">
      <Objectives objectives={scene.objectives} />
      <section aria-label="Documents">
        <h2>Documents</h2>
        {scene.documents.length === 0 && <p className="muted">Nobody has given you anything yet.</p>}
        {scene.documents.map((document) => (
          <DocumentShown key={document.id} document={document} />
        ))}
      </section>
      <ToDecide chat={chat} scene={scene} />
    </div>
  );
}

function Objectives({ objectives }: { objectives: Scene["objectives"] }) {
  const done = objectives.filter((objective) => objective.done).length;
  return (
    <section aria-label="What you came for">
      <h2>What you came for</h2>
      <p className="muted small" role="status">
        {done} of {objectives.length} done
      </p>
      <ul className="sims-objectives">
        {objectives.map((objective) => (
          <li key={objective.id} className={objective.done ? "done" : undefined}>
            <span className="visually-hidden">{objective.done ? "Done: " : "Open: "}</span>
            {objective.text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DocumentShown({ document }: { document: Schemas["SimDocument"] }) {
  return (
    <article className="sims-document">
      <h3>{document.title}</h3>
      <ul>
        {document.lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </article>
  );
}

function ToDecide({ chat, scene }: { chat: Chat; scene: Scene }) {
  const { question, options, taken } = scene.decision;
  return (
    <section aria-label="The decision">
      <h2>The decision</h2>
      <p>{question}</p>
      <ul>
        {options.map((option) => (
          <li key={option.id}>{option.id === taken ? <strong>{option.text} (your decision)</strong> : option.text}</li>
        ))}
      </ul>
      {!taken && <Decide chat={chat} />}
    </section>
  );
}
