// A memoir's book and its passages, as the server has them now.

import { api, got, type Schemas } from "../../api/client";
import { load, useResource } from "../../state/store";

type Book = Schemas["BookShown"];
type Passage = Schemas["PassageShown"];

const bookKey = (session: string, sensitive: boolean) => `book:${session}:${sensitive}`;
const passagesKey = (session: string) => `passages:${session}`;

const askBook = (session: string, sensitive: boolean) => (): Promise<Book> =>
  got(api.GET("/api/v1/memoirs/{session}/book", { params: { path: { session }, query: { sensitive } } }));

const askPassages = (session: string) => (): Promise<Passage[]> => got(api.GET("/api/v1/memoirs/{session}/passages", { params: { path: { session } } }));

export function useBook(session: string, sensitive: boolean) {
  return useResource<Book>(bookKey(session, sensitive), askBook(session, sensitive));
}

export function usePassages(session: string) {
  return useResource<Passage[]>(passagesKey(session), askPassages(session));
}

export async function reload(session: string, sensitive: boolean): Promise<void> {
  await Promise.all([load(bookKey(session, sensitive), askBook(session, sensitive)), load(passagesKey(session), askPassages(session))]);
}
