// Taking the game elsewhere, judging a play that was played there, and deleting it.

import { useState } from "react";
import { api, got, Refused, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Confirm } from "../../parts/confirm";
import { Field } from "../../parts/field";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { go } from "../../router";
import { useActing } from "../../state/acting";
import { useResource } from "../../state/store";

export function ExportTab({ id, title }: { id: string; title: string }) {
  const forms = useResource<Schemas["ExportForm"][]>(`exports:${id}`, () => got(api.GET("/api/v1/games/{game}/exports", { params: { path: { game: id } } })));
  return (
    <>
      <Panel title="Export">
        <Loaded of={forms} what="the forms">
          {(all) => (
            <ul className="games-list">
              {all.map((form) => (
                <li key={form.id}>
                  <p className="row">
                    <a className="button" href={`/api/v1/games/${encodeURIComponent(id)}/exports/${form.id}`} download>
                      Download as {form.id.toUpperCase()}
                    </a>
                    <span className="muted">{form.title}</span>
                  </p>
                  {form.left_out.length > 0 && <LeftOut lines={form.left_out} />}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
      <Grading id={id} />
      <Deleting id={id} title={title} />
    </>
  );
}

function LeftOut({ lines }: { lines: string[] }) {
  return (
    <details className="muted">
      <summary>What it leaves out</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

function Grading({ id }: { id: string }) {
  const [graded, setGraded] = useState<Schemas["Graded"]>();
  const { problem, act } = useActing();

  async function grade(file: File | undefined) {
    if (!file) return;
    setGraded(undefined);
    const body = savedPlay(await file.text());
    setGraded(await got(api.POST("/api/v1/games/{game}/grade", { params: { path: { game: id } }, body })));
  }

  return (
    <Panel title="Grade a play">
      <Field label="A play that was saved from the page" hint="The last screen of a game has a button to download it.">
        {(field, hint) => <input id={field} aria-describedby={hint} type="file" accept="application/json,.json" onChange={(event) => void act(() => grade(event.target.files?.[0]))} />}
      </Field>
      {problem && <ProblemNotice problem={problem} />}
      {graded && (
        <Notice tone="good">
          {graded.score} of {graded.of} points{graded.finished ? "." : "; the game was not finished."}
        </Notice>
      )}
    </Panel>
  );
}

function savedPlay(text: string): Schemas["PlayFile"] {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused({ type: "about:blank", title: "This is no saved play", status: 422, detail: "The file is not JSON.", faults: [] });
  }
}

function Deleting({ id, title }: { id: string; title: string }) {
  const [isAsking, setAsking] = useState(false);
  async function remove() {
    await got(api.DELETE("/api/v1/games/{game}", { params: { path: { game: id } } }));
    go("/games");
  }
  return (
    <Panel title="Delete it">
      <p className="muted">Plays of this game stay; they keep the game they began with.</p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Delete this game
      </Button>
      {isAsking && (
        <Confirm title={`Delete ${title}?`} yes="Delete" onYes={remove} onClose={() => setAsking(false)}>
          <p>Its design, content and page will be deleted.</p>
        </Confirm>
      )}
    </Panel>
  );
}
