// A memoir's book, what is left out of it, how it is arranged, and its passages, as the server has them now.

import { api, got, type Schemas } from "../../api/client";
import { load, useResource } from "../../state/store";

export type Reader = "everyone" | "family";
export type Copy = { sensitive: boolean; reader: Reader };

const bookKey = (session: string, copy: Copy) => `book:${session}:${copy.sensitive}:${copy.reader}`;
const key = (part: string, session: string) => `${part}:${session}`;

const askBook = (session: string, copy: Copy) => (): Promise<Schemas["BookShown"]> =>
  got(api.GET("/api/v1/memoirs/{session}/book", { params: { path: { session }, query: copy } }));

const askPassages = (session: string) => (): Promise<Schemas["PassageShown"][]> =>
  got(api.GET("/api/v1/memoirs/{session}/passages", { params: { path: { session } } }));

const askLeftOut = (session: string) => (): Promise<Schemas["LeftOutPage"]> =>
  got(api.GET("/api/v1/memoirs/{session}/left-out", { params: { path: { session } } }));

const askArrangement = (session: string) => (): Promise<Schemas["BookArrangement"]> =>
  got(api.GET("/api/v1/memoirs/{session}/arrangement", { params: { path: { session } } }));

export const useBook = (session: string, copy: Copy) => useResource<Schemas["BookShown"]>(bookKey(session, copy), askBook(session, copy));
export const usePassages = (session: string) => useResource<Schemas["PassageShown"][]>(key("passages", session), askPassages(session));
export const useLeftOut = (session: string) => useResource<Schemas["LeftOutPage"]>(key("left-out", session), askLeftOut(session));
export const useArrangement = (session: string) => useResource<Schemas["BookArrangement"]>(key("arrangement", session), askArrangement(session));

export async function reload(session: string, copy: Copy): Promise<void> {
  await Promise.all([
    load(bookKey(session, copy), askBook(session, copy)),
    load(key("passages", session), askPassages(session)),
    load(key("left-out", session), askLeftOut(session)),
    load(key("arrangement", session), askArrangement(session)),
  ]);
}
