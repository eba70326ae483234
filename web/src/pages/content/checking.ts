// A text is checked while it is typed.

import { api, got, type Schemas } from "../../api/client";
import { type Resource, useTyped } from "../../state/store";

export type Checking = Resource<Schemas["TextChecked"]>;

export function useChecking(kind: string, id: string, text: string): Checking {
  return useTyped(`check:${kind}:${id}`, text, () => got(api.POST("/api/v1/content-check", { body: { kind, id, text } })));
}
