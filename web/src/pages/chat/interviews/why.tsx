// Why a question was asked: what was taken from the answer, the phase, and everything that could have been asked instead.

import type { Schemas } from "../../../api/client";
import { Badge } from "../../../parts/notice";
import { PairsTable } from "./pairs-table";
import { signed } from "./pairs";

type InterviewWhy = Schemas["InterviewWhy"];

export function Why({ why }: { why: Schemas["Why"] }) {
  const { own } = why;
  if (own.engine !== "interviews") return null;
  if (!own.phase) return <p>This is the opening question: nothing had been said yet.</p>;
  return (
    <>
      <Chosen why={own} />
      <Taken why={own} />
      {own.pairs.length > 0 && (
        <>
          <h3>What could have been asked</h3>
          <PairsTable why={own} />
        </>
      )}
    </>
  );
}

function Chosen({ why }: { why: InterviewWhy }) {
  const unread = Object.entries(why.unread ?? {});
  return (
    <dl className="interview-facts">
      <Fact name="Asked to" of={why.strategy && `${why.strategy}${why.about ? `, about “${why.about}”` : ""}`} />
      <Fact name="Ahead of the next best" of={why.ahead != null && signed(why.ahead)} />
      <Fact name="Phase" of={`${why.phase}: ${why.phase_reason}`} />
      <Fact name="The answer was" of={why.depth && `${why.depth}${why.refusal ? ", and a refusal" : ""}`} />
      <Fact name="Left alone from now on" of={why.spared.join(", ")} />
      <Fact name="Talked out now" of={why.exhausted.join(", ")} />
      <Fact name="May be asked about again" of={why.rested.join(", ")} />
      <Fact name="It ends" of={why.ending} />
      {Object.entries(why.rationales ?? {}).map(([name, words]) => <Fact key={name} name={`What the model said of ${name}`} of={words} />)}
      <Fact name="Could not be read" of={unread.map(([name, reason]) => `${name}: ${reason}`).join("; ")} />
    </dl>
  );
}

function Fact({ name, of }: { name: string; of: string | false }) {
  if (!of) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{of}</dd>
    </div>
  );
}

function Taken({ why }: { why: InterviewWhy }) {
  return (
    <>
      <h3>What was taken from the answer</h3>
      {why.found.length + why.linked.length === 0 && <p className="muted">Nothing.</p>}
      <ul className="interview-taken">
        {why.found.map((each, index) => (
          <li key={index}>
            <strong>{each.label}</strong> <span className="muted small">{each.type}</span> {!each.new && <Badge>said before</Badge>} <q>{each.quote}</q>
          </li>
        ))}
        {why.linked.map((each, index) => (
          <li key={`link-${index}`}>
            <strong>
              {each.source} → {each.target}
            </strong>{" "}
            <span className="muted small">{each.type}</span> {!each.new && <Badge>said before</Badge>} <q>{each.quote}</q>
          </li>
        ))}
      </ul>
      {why.left_out.length > 0 && (
        <>
          <h4>Left out, or not as it was found</h4>
          <ul>
            {why.left_out.map((note, index) => (
              <li key={index}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
