// What can be done with a session as a whole: take it along, play it again, delete it.

import { type KeyboardEvent, useState } from "react";
import { Button } from "../../parts/button";
import { Confirm } from "../../parts/confirm";
import { go, Link } from "../../router";
import { erase } from "../../state/erasing";

const EXPORTS: [string, string][] = [
  ["markdown", "The conversation, as text"],
  ["json", "Everything recorded, as JSON"],
  ["walkthrough", "As a test that plays it again"],
];

export function More({ session }: { session: string }) {
  const [deleting, setDeleting] = useState(false);
  function leave(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== "Escape" || deleting) return;
    event.currentTarget.open = false;
    event.currentTarget.querySelector("summary")?.focus();
  }
  return (
    <details className="chat-more" onKeyDown={leave}>
      <summary className="button">More</summary>
      <div>
        <p className="small muted">It is kept as it stands; you find it again under Sessions.</p>
        <ul>
          <li>
            <Link to={`/sessions/${session}/replay`}>Play it again, or with other rules</Link>
          </li>
          {EXPORTS.map(([as, title]) => (
            <li key={as}>
              <a href={`/api/v1/sessions/${session}/export?as=${as}`} download>
                {title}
              </a>
            </li>
          ))}
        </ul>
        <Button kind="danger" onClick={() => setDeleting(true)}>
          Delete this session
        </Button>
        {deleting && <Deleting session={session} onClose={() => setDeleting(false)} />}
      </div>
    </details>
  );
}

function Deleting({ session, onClose }: { session: string; onClose: () => void }) {
  async function remove() {
    await erase(session);
    go("/sessions", true);
  }
  return (
    <Confirm title="Delete this session?" yes="Delete it" onYes={remove} onClose={onClose}>
      <p>Everything that was said in it is erased, here and on the disk. This cannot be undone.</p>
    </Confirm>
  );
}
