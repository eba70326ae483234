// The why panel: what every engine says about a turn, then the engine's own part.

import { api, got, type Schemas } from "../../api/client";
import { Loaded } from "../../parts/loaded";
import { useResource } from "../../state/store";
import type { Side } from "./side";

export function WhyPanel({ session, turn, side }: { session: string; turn: number; side: Side }) {
  const why = useResource<Schemas["Why"]>(`why:${session}:${turn}`, () =>
    got(api.GET("/api/v1/sessions/{session}/turns/{turn}/why", { params: { path: { session, turn } } })),
  );
  return (
    <Loaded of={why} what="the reasons">
      {(data) => (
        <>
          <p>{data.shown.reason}</p>
          <side.Why why={data} />
        </>
      )}
    </Loaded>
  );
}
