// The words behind a concept, a slot or a link.

import { type Knowledge, type Quote, wordsOf } from "./knowledge";

export function WordsBehind({ id, all }: { id: string | undefined; all: Knowledge }) {
  const words = id ? wordsOf(id, all) : null;
  return (
    <div className="interview-words" role="region" aria-live="polite" aria-label="The words behind it">
      {words ? (
        <>
          <h2>{words.title}</h2>
          <p className="muted small">{words.about}</p>
          {words.groups.map((group) => (
            <div key={group.name}>
              {group.name && <h3>{group.name}</h3>}
              <Quotes of={group.quotes} />
            </div>
          ))}
        </>
      ) : (
        <p className="muted small">Pick a concept or a link, in the graph or in a table, to see the words behind it.</p>
      )}
    </div>
  );
}

export function Quotes({ of }: { of: readonly Quote[] }) {
  return (
    <ul className="interview-quotes">
      {of.map((quote) => (
        <li key={`${quote.turn}:${quote.start}:${quote.end}`}>
          <q>{quote.text}</q> <span className="muted small">answer {quote.turn}</span>
        </li>
      ))}
    </ul>
  );
}
