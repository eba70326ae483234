// A sitting that is over: the next one, and the way to the book.

import { Button } from "../../../parts/button";
import { Link } from "../../../router";
import type { Chat } from "../engine-chat";

export function After({ chat }: { chat: Chat }) {
  return (
    <section className="panel memoir-after" aria-label="After the sitting">
      <p role="status">This sitting is over. What you told is kept, and you can come back whenever you like.</p>
      <div className="row">
        <Button kind="primary" disabled={chat.busy} onClick={() => chat.say({ choice: "sitting" })}>
          Begin a new sitting
        </Button>
        <Link to={`/sessions/${chat.shown.head.id}/book`} className="button">
          Read the book so far
        </Link>
      </div>
    </section>
  );
}
