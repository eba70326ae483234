// Pause, take people again, close, delete.

import { useState } from "react";
import { api, got } from "../../api/client";
import { Button } from "../../parts/button";
import { ProblemNotice } from "../../parts/notice";
import { go } from "../../router";
import { forget } from "../../state/store";
import { useActing } from "../../state/acting";
import { type Study, setStatus } from "./asking";
import { Confirm } from "../../parts/confirm";

export function Steering({ study }: { study: Study }) {
  const { id, status } = study.head;
  const { busy, problem, act } = useActing();
  const [asked, setAsked] = useState<"close" | "delete">();
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <div className="row" role="group" aria-label="Manage the study">
        {status === "open" && (
          <Button disabled={busy} onClick={() => void act(() => setStatus(id, "paused"))}>
            Pause
          </Button>
        )}
        {status === "paused" && (
          <Button disabled={busy} onClick={() => void act(() => setStatus(id, "open"))}>
            Resume
          </Button>
        )}
        {status !== "closed" && <Button onClick={() => setAsked("close")}>Close for good</Button>}
        <Button kind="danger" onClick={() => setAsked("delete")}>
          Delete the study
        </Button>
      </div>
      {asked === "close" && (
        <Confirm title="Close this study?" yes="Close for good" no="Cancel" onYes={() => setStatus(id, "closed")} onClose={() => setAsked(undefined)}>
          <p>Nobody new is taken any more. Interviews that have begun can be finished, and people can still withdraw.</p>
        </Confirm>
      )}
      {asked === "delete" && <Deleting study={study} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Deleting({ study, onClose }: { study: Study; onClose: () => void }) {
  async function erase() {
    await got(api.DELETE("/api/v1/studies/{study}", { params: { path: { study: study.head.id } } }));
    go("/studies");
    forget(`study:${study.head.id}`);
  }
  return (
    <Confirm title="Delete this study?" yes="Delete everything" onYes={erase} onClose={onClose}>
      <p>All its interviews are erased with it, also from the file on disk. This cannot be undone.</p>
    </Confirm>
  );
}
