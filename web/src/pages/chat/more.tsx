// What can be done with a session as a whole: take it along, play it again, delete it.

import { useState } from "react";
import { api, got, type Problem, problemIn } from "../../api/client";
import { Button } from "../../parts/button";
import { Dialog } from "../../parts/dialog";
import { ProblemNotice } from "../../parts/notice";
import { go, Link } from "../../router";
import { forget } from "../../state/store";

const EXPORTS: [string, string][] = [
  ["markdown", "The conversation, as text"],
  ["json", "Everything recorded, as JSON"],
  ["walkthrough", "As a test that plays it again"],
];

export function More({ session }: { session: string }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <details className="chat-more">
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
  const [problem, setProblem] = useState<Problem>();
  async function remove() {
    try {
      await got(api.DELETE("/api/v1/sessions/{session}", { params: { path: { session } } }));
      go("/sessions", true);
      forget(`session:${session}`);
    } catch (error) {
      setProblem(problemIn(error));
    }
  }
  return (
    <Dialog title="Delete this session?" onClose={onClose}>
      <p>Everything that was said in it is erased, here and on the disk. This cannot be undone.</p>
      {problem && <ProblemNotice problem={problem} />}
      <div className="row">
        <Button kind="danger" onClick={() => void remove()}>
          Delete it
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Dialog>
  );
}
