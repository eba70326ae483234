// Coming in with a key, where the server asks for one.

import { type FormEvent, useState } from "react";
import { api, got, type Problem, problemIn } from "../../api/client";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { Page } from "../../parts/page";
import { go, inside, useQuery } from "../../router";

export default function LoginPage() {
  const back = useQuery().get("back") ?? "/";
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<Problem>();

  async function comeIn(event: FormEvent) {
    event.preventDefault();
    try {
      await got(api.POST("/api/v1/access", { body: { key } }));
      go(inside(back), true);
    } catch (error) {
      setProblem(problemIn(error));
    }
  }

  return (
    <Page title="Come in" lead="This server asks for a key. Whoever runs it has given you one.">
      {problem && <ProblemNotice problem={problem} />}
      <form onSubmit={(event) => void comeIn(event)} className="panel narrow">
        <Field label="Key">
          {(id) => (
            <input id={id} type="password" autoComplete="current-password" required value={key} onChange={(event) => setKey(event.target.value)} />
          )}
        </Field>
        <Button kind="primary" type="submit">
          Come in
        </Button>
      </form>
    </Page>
  );
}
