// What was understood so far: topics, people, places and what was left open.

import { Badge } from "../../../parts/notice";
import { many } from "../../../words";
import type { Chat } from "../engine-chat";
import { type Scene, sceneOf } from "./scene";

export function StoryPanel({ chat }: { chat: Chat }) {
  const scene = sceneOf(chat);
  if (!scene.topics.length) return <p className="muted">Nothing was told yet.</p>;
  return (
    <div className="memoir-story">
      <p className="small muted">How deep the talk is now: {scene.depth_name}. The last line was {scene.purpose_told}.</p>
      <h2>Topics</h2>
      <Topics topics={scene.topics} />
      <Named title="People" named={scene.people} />
      <Named title="Places" named={scene.places} />
      {scene.loose_ends.length > 0 && <LooseEnds ends={scene.loose_ends} />}
      {scene.marks.length > 0 && <Marks marks={scene.marks} />}
    </div>
  );
}

function Topics({ topics }: { topics: Scene["topics"] }) {
  return (
    <ul>
      {topics.map((topic) => (
        <li key={topic.id}>
          <strong>{topic.title}</strong>{" "}
          <span className="muted">
            {topic.periods.length > 0 && `${topic.periods.join(", ")} · `}
            {many(topic.turns.length, "passage")}
          </span>{" "}
          {topic.left_alone && <Badge tone="warn">left alone</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Named({ title, named }: { title: string; named: Scene["people"] }) {
  if (!named.length) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {named.map((each) => (
          <li key={each.name}>
            <strong>{each.name}</strong> <span className="muted">in {many(each.turns.length, "passage")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const MARKS: Record<Scene["marks"][number]["mark"], string> = { off_record: "off the record", sensitive: "sensitive", family: "for the family only", wanted: "wanted in the book" };

function Marks({ marks }: { marks: Scene["marks"] }) {
  return (
    <>
      <h2>Left out of the book</h2>
      <ul>
        {marks.map((each) => (
          <li key={each.turn}>
            What was told in turn {each.turn} <Badge>{MARKS[each.mark]}</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

function LooseEnds({ ends }: { ends: Scene["loose_ends"] }) {
  return (
    <>
      <h2>Left open</h2>
      <ul>
        {ends.map((end, index) => (
          <li key={index}>
            <q>{end.words}</q> <span className="muted">in turn {end.turn}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
