// Taking the game elsewhere, judging a play that was played there, and deleting it.

import { type ChangeEvent, useState } from "react";
import { api, got, type Problem, problemIn, type Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import { Confirm } from "../../parts/confirm";
import { Field } from "../../parts/field";
import { Loaded } from "../../parts/loaded";
import { Notice, ProblemNotice } from "../../parts/notice";
import { Panel } from "../../parts/page";
import { go } from "../../router";
import { useResource } from "../../state/store";

const FORMS: Record<string, string> = { html: "One web page that plays anywhere, without a server and without a network" };

export function ExportTab({ id, title }: { id: string; title: string }) {
  const forms = useResource<string[]>(`exports:${id}`, () => got(api.GET("/api/v1/games/{game}/exports", { params: { path: { game: id } } })));
  return (
    <>
      <Panel title="Take it elsewhere">
        <Loaded of={forms} what="the forms">
          {(names) => (
            <ul className="games-list">
              {names.map((name) => (
                <li key={name} className="row">
                  <a className="button" href={`/api/v1/games/${encodeURIComponent(id)}/exports/${name}`} download>
                    Download as {name.toUpperCase()}
                  </a>
                  <span className="muted">{FORMS[name]}</span>
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

function Grading({ id }: { id: string }) {
  const [graded, setGraded] = useState<Schemas["Graded"]>();
  const [problem, setProblem] = useState<Problem>();

  async function grade(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    if (!file) return;
    setProblem(undefined);
    setGraded(undefined);
    try {
      const body = JSON.parse(await file.text());
      setGraded(await got(api.POST("/api/v1/games/{game}/grade", { params: { path: { game: id } }, body })));
    } catch (error) {
      setProblem(problemIn(error));
    }
  }

  return (
    <Panel title="Grade a play">
      <Field label="A play that was saved from the page" hint="The last screen of a game has a button to download it.">
        {(field, hint) => <input id={field} aria-describedby={hint} type="file" accept="application/json,.json" onChange={(event) => void grade(event)} />}
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
          <p>Its design, content and page will be gone.</p>
        </Confirm>
      )}
    </Panel>
  );
}
