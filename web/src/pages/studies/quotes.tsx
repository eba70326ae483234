// Somebody's words, and the way to where they were said.

import type { Schemas } from "../../api/client";
import { Link } from "../../router";

type Words = Pick<Schemas["WordsShown"], "text" | "respondent" | "turn" | "session">;

export function Quotes({ words }: { words: readonly Words[] }) {
  return words.map((each, index) => <Quote key={index} words={each} />);
}

export function Quote({ words }: { words: Words }) {
  const place = `${words.respondent}, turn ${words.turn}`;
  return (
    <figure className="studies-quote">
      <blockquote>{words.text}</blockquote>
      {words.respondent && (
        <figcaption>{words.session ? <Link to={`/sessions/${encodeURIComponent(words.session)}?turn=${words.turn}`}>{place}</Link> : place}</figcaption>
      )}
    </figure>
  );
}
