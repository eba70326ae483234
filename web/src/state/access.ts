// What whoever uses the pages may do here. The server decides; pages only leave out what it would refuse.

import { api, got, type Schemas } from "../api/client";
import { useResource } from "./store";

export function useRole(): Schemas["Admitted"]["role"] | undefined {
  return useResource("access", () => got(api.GET("/api/v1/access"))).data?.role;
}
