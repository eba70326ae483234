// Saving over the version that was read. When somebody else was faster, both texts are kept until the author decides.

import { useState } from "react";
import { api, got, type Problem, problemIn, Refused, type Schemas } from "../../api/client";
import { go } from "../../router";
import { put } from "../../state/store";
import { idIn } from "./lines";
import { forgetUnsaved } from "./unsaved";

type Document = Schemas["DocumentText"];

type Saving = {
  busy: boolean;
  problem?: Problem;
  theirs?: Document; // what somebody else saved in the meantime
  done: boolean;
  save: (text: string, tag: string, draft: boolean) => Promise<void>;
  settle: (theirs: Document) => void;
};

export const documentKey = (kind: string, id: string) => `document/${kind}/${id}`;

export function askDocument(kind: string, id: string): Promise<Document> {
  return got(api.GET("/api/v1/content/{kind}/{id}", { params: { path: { kind, id } } }));
}

export function useSaving(kind: string, id: string): Saving {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [theirs, setTheirs] = useState<Document>();
  const [done, setDone] = useState(false);

  function settle(document: Document) {
    setTheirs(undefined);
    setProblem(undefined);
    put(documentKey(kind, document.head.id), { data: document, loading: false });
  }

  async function save(text: string, tag: string, draft: boolean) {
    const target = idIn(text) ?? id; // another id in the text makes a new document
    setBusy(true);
    setDone(false);
    setProblem(undefined);
    try {
      settle(await putDocument(kind, target, text, target === id ? tag : undefined, draft));
      setDone(true);
      if (target !== id) {
        forgetUnsaved(kind, id);
        go(`/content/${kind}/${encodeURIComponent(target)}`);
      }
    } catch (error) {
      await refused(error, target);
    }
    setBusy(false);
  }

  async function refused(error: unknown, target: string) {
    const conflict = error instanceof Refused && error.problem.status === 409 && target === id;
    const now = conflict ? await askDocument(kind, id).catch(() => undefined) : undefined;
    if (now) setTheirs(now);
    else setProblem(problemIn(error));
  }

  return { busy, problem, theirs, done, save, settle };
}

function putDocument(kind: string, id: string, text: string, tag: string | undefined, draft: boolean): Promise<Document> {
  const header = tag ? { "if-match": `"${tag}"` } : {};
  return got(api.PUT("/api/v1/content/{kind}/{id}", { params: { path: { kind, id }, header }, body: { text, draft } }));
}
