// The ladders so far, and where the guide stands if there is one.

import { Loaded } from "../../../parts/loaded";
import { Badge } from "../../../parts/notice";
import { type Column, Table } from "../../../parts/table";
import type { Chat } from "../engine-chat";
import { type Knowledge, type Quote, titleOf } from "./knowledge";
import { useKnowledge } from "./loading";
import { Quotes } from "./words-behind";

export function LaddersPanel({ chat }: { chat: Chat }) {
  const all = useKnowledge(chat);
  return (
    <Loaded of={all} what="the ladders">
      {(data) => (
        <>
          <Ladders of={data} />
          {data.topics.length > 0 && <GuideTable topics={data.topics} />}
        </>
      )}
    </Loaded>
  );
}

export function Ladders({ of }: { of: Knowledge }) {
  if (!of.ladders.length) return <p className="muted">No ladder yet: one begins when somebody says what something leads to.</p>;
  return (
    <ol className="interview-ladders">
      {of.ladders.map((ladder) => (
        <li key={ladder.concepts.join("-")}>
          <Steps ladder={ladder} of={of} />
          {ladder.complete ? <Badge tone="good">complete</Badge> : <Badge>not complete yet</Badge>}
        </li>
      ))}
    </ol>
  );
}

// From what is concrete to what it is for.
function Steps({ ladder, of }: { ladder: Knowledge["ladders"][number]; of: Knowledge }) {
  return (
    <ol className="interview-steps">
      {ladder.concepts.map((id, step) => {
        const concept = of.concepts.find((each) => each.id === id);
        const link = of.links.find((each) => each.id === ladder.links[step - 1]);
        return (
          <li key={id}>
            {link && <span className="muted small">{link.type} </span>}
            <strong>{concept?.label}</strong> <span className="muted small">{concept && titleOf(concept.type, of)}</span>
            <Quotes of={firstWords(concept?.quotes[0], link?.quotes[0])} />
          </li>
        );
      })}
    </ol>
  );
}

// The first words for a concept, and those for the step to it where they say more.
function firstWords(concept: Quote | undefined, link: Quote | undefined): Quote[] {
  const more = link && !concept?.text.includes(link.text);
  return [...(concept ? [concept] : []), ...(more ? [link] : [])];
}

type Topic = Knowledge["topics"][number];

export function GuideTable({ topics, caption = "The guide's topics" }: { topics: readonly Topic[]; caption?: string }) {
  const columns: Column<Topic>[] = [
    {
      head: "Topic",
      cell: (each) => (
        <>
          {each.title} {each.now && <Badge tone="accent">now</Badge>}
        </>
      ),
    },
    { head: "Came up", cell: (each) => (each.covered ? "yes" : "not yet") },
    { head: "Answers", number: true, cell: (each) => `${each.turns} of ${each.budget}` },
    { head: "Points", number: true, cell: (each) => `${each.points} of ${each.of_points}` },
  ];
  return <Table caption={caption} columns={columns} rows={topics} />;
}
