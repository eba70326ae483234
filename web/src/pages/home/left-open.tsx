// What was left open: the newest sessions that have not ended, to go on with.

import { api, got, type Schemas } from "../../api/client";
import { engineOf, pathOf } from "../../engines";
import { Link } from "../../router";
import { useResource } from "../../state/store";
import { many, when } from "../../words";

const MOST = 6;

function leftOpen(): Promise<Schemas["SessionsPage"]> {
  return got(api.GET("/api/v1/sessions", { params: { query: { state: "open", limit: 2 * MOST } } }));
}

export function LeftOpen() {
  const { data } = useResource("left-open", leftOpen);
  const own = (data?.sessions ?? []).filter((head) => !head.study).slice(0, MOST);
  if (!own.length) return null;
  return (
    <section aria-labelledby="home-left">
      <h2 id="home-left">Where you left off</h2>
      <ul className="home-left">
        {own.map((head) => (
          <li key={head.id}>
            <Link to={pathOf(head)}>{head.title}</Link>
            <span className="muted small">
              {engineOf(head.engine).name} · {many(head.turns, "turn")} · {when(head.updated_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
