// One running session: what it is, how it stands, and its flags with their reasons.

import { engineOf, pathOf } from "../../engines";
import { Button } from "../../parts/button";
import { Badge } from "../../parts/notice";
import { Link } from "../../router";
import { many } from "../../words";
import { acknowledge } from "./use-monitor";
import { ago, type Card, type Flag, FLAGS, TONES, unseen } from "./monitor";

// Whoever `acknowledges` takes a flag down for everybody.
export function SessionCard({ card, now, acknowledges }: { card: Card; now: number; acknowledges: boolean }) {
  const open = unseen(card);
  const urgent = open.some((flag) => flag.urgency === "now");
  return (
    <li className={`monitor-card${urgent ? " urgent" : ""}`} aria-label={card.title}>
      <div className="monitor-what">
        <h2>
          <Link to={pathOf(card)}>{card.title}</Link>
        </h2>
        <p className="small muted">
          {engineOf(card.engine).name} · {many(card.turns, "turn")} · {ago(now - card.updated_at)}
          {card.ended && ` · ${card.ended}`}
        </p>
      </div>
      {card.flags.length > 0 && (
        <ul className="monitor-flags">
          {card.flags.map((flag) => (
            <FlagShown key={flag.kind} flag={flag} />
          ))}
        </ul>
      )}
      {acknowledges && open.length > 0 && (
        <Button aria-label={`Mark as seen: ${card.title}`} onClick={() => void acknowledge(card.id, Math.max(...open.map((flag) => flag.turn)))}>
          Mark as seen
        </Button>
      )}
    </li>
  );
}

function FlagShown({ flag }: { flag: Flag }) {
  return (
    <li className={flag.seen ? "muted" : undefined}>
      <Badge tone={flag.seen ? undefined : TONES[flag.urgency]}>{FLAGS[flag.kind]}</Badge> {flag.why} <span className="small muted">Turn {flag.turn}{flag.seen && ", seen"}</span>
    </li>
  );
}
