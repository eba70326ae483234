// Logging in with a key, where the server asks for one.

import { type FormEvent, useState } from "react";
import { api, got } from "../../api/client";
import { Button } from "../../parts/button";
import { Field } from "../../parts/field";
import { ProblemNotice } from "../../parts/notice";
import { Page } from "../../parts/page";
import { go, inside, useQuery } from "../../router";
import { useActing } from "../../state/acting";

export default function LoginPage() {
  const back = useQuery().get("back") ?? "/";
  const [key, setKey] = useState("");
  const { busy, problem, act } = useActing();

  async function logIn() {
    await got(api.POST("/api/v1/access", { body: { key } }));
    go(inside(back), true);
  }

  function send(event: FormEvent) {
    event.preventDefault();
    void act(logIn);
  }

  return (
    <Page title="Log in" lead="This server asks for a key. Whoever runs it has given you one.">
      {problem && <ProblemNotice problem={problem} />}
      <form onSubmit={send} className="panel narrow">
        <Field label="Key">
          {(id) => (
            <input id={id} type="password" autoComplete="current-password" required value={key} onChange={(event) => setKey(event.target.value)} />
          )}
        </Field>
        <Button kind="primary" type="submit" disabled={busy}>
          Log in
        </Button>
      </form>
    </Page>
  );
}
