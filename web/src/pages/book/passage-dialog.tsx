// One passage as it was told, and what may be done with it: leave it out, take it in again, or delete it and what belongs to it.

import { useState } from "react";
import { api, got, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Dialog } from "../../parts/dialog";
import { Badge, ProblemNotice } from "../../parts/notice";
import { useActing } from "../../state/acting";
import { when } from "../../words";
import { ForgetDialog, type What } from "../chat/memoir/forget-dialog";

type Passage = Schemas["PassageShown"];
type PassageDialogProps = { session: string; passage: Passage; onClose: () => void; onChanged: () => void };

export function PassageDialog({ session, passage, onClose, onChanged }: PassageDialogProps) {
  const [forgetting, setForgetting] = useState<What>();
  if (forgetting) return <ForgetDialog session={session} what={forgetting} onClose={onClose} onForgotten={onChanged} />;
  return (
    <Dialog title={`Passage ${passage.turn}`} onClose={onClose}>
      <p className="small muted">
        Told in sitting {passage.sitting}, {when(passage.at)}
        {passage.topic_title && `, about “${passage.topic_title}”`} {passage.withheld && <Badge tone="warn">{passage.withheld}</Badge>}
      </p>
      <blockquote className="book-words">{passage.text}</blockquote>
      <Marking session={session} passage={passage} onChanged={onChanged} />
      <div className="row">
        <Button kind="danger" onClick={() => setForgetting({ passage: passage.turn })}>
          Delete this passage
        </Button>
        {passage.topic && (
          <Button kind="danger" onClick={() => setForgetting({ topic: passage.topic })}>
            Delete the whole topic
          </Button>
        )}
        <Button kind="danger" onClick={() => setForgetting({ sitting: passage.sitting })}>
          Delete sitting {passage.sitting}
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Marking({ session, passage, onChanged }: Omit<PassageDialogProps, "onClose">) {
  const { busy, problem, act } = useActing();

  async function put(mark: "off_record" | "family" | "wanted" | null) {
    await got(api.PUT("/api/v1/memoirs/{session}/passages/{turn}/mark", { params: { path: { session, turn: passage.turn } }, body: { mark } }));
    onChanged();
  }

  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      <p className="row">
        {passage.mark && passage.mark !== "wanted" ? (
          <Button disabled={busy} onClick={() => void act(() => put(null))}>
            Take it into the book again
          </Button>
        ) : (
          <>
            {passage.withheld && (
              <Button disabled={busy} onClick={() => void act(() => put("wanted"))}>
                Take it into the book
              </Button>
            )}
            <Button disabled={busy} onClick={() => void act(() => put("off_record"))}>
              Leave it out of the book
            </Button>
            <Button disabled={busy} onClick={() => void act(() => put("family"))}>
              For the family only
            </Button>
          </>
        )}
      </p>
    </>
  );
}
