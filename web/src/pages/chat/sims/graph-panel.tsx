// The control graph of a conversation, live: where it stands, the trail behind it, and all of it as tables.

import { useEffect, useState } from "react";
import { api, got, type Schemas } from "../../../api/client";
import { Field } from "../../../parts/field";
import { Loaded } from "../../../parts/loaded";
import { load, useStored } from "../../../state/store";
import type { Chat } from "../engine-chat";
import { ControlGraphDrawn } from "./control-graph";
import { sceneOf } from "./scene";
import { Trail } from "./trail";

type Walk = Schemas["ControlWalk"];

export function GraphPanel({ chat }: { chat: Chat }) {
  const scene = sceneOf(chat);
  const [picked, setPicked] = useState<string>();
  const person = picked ?? scene.person;
  const walk = useWalk(chat, person);
  return (
    <>
      <Field label="Whose conversation">
        {(id) => (
          <select id={id} value={person} onChange={(event) => setPicked(event.target.value)}>
            {scene.people.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Loaded of={walk} what="the graph">
        {(data) => (
          <ControlGraphDrawn graph={data.graph} trail={data.trail} current={data.current}>
            <Trail walk={data} />
          </ControlGraphDrawn>
        )}
      </Loaded>
    </>
  );
}

// Asked for again after every turn; what was there stays until the new one has come.
function useWalk(chat: Chat, person: string) {
  const session = chat.shown.head.id;
  const key = `control-graph:${session}:${person}`;
  const turn = chat.shown.lines.at(-1)?.turn;
  useEffect(() => {
    void load<Walk>(key, () => got(api.GET("/api/v1/sessions/{session}/control-graph", { params: { path: { session }, query: { person } } })));
  }, [key, session, person, turn]);
  return useStored<Walk>(key);
}
