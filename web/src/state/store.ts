// The studio's state, in one place: what the server said, by key. Pages read it with hooks and change it with `update`.

import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { type Problem, problemIn } from "../api/client";

export type Resource<T> = { data?: T; problem?: Problem; loading: boolean };

const resources = new Map<string, Resource<unknown>>();
const asked = new Map<string, () => Promise<unknown>>(); // how what is on the page now is asked for
const newest = new Map<string, symbol>(); // the last question about a key: what an earlier one brings is not taken any more
const listeners = new Set<() => void>();
const NOTHING: Resource<never> = { loading: true };

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function read<T>(key: string): Resource<T> {
  return (resources.get(key) ?? NOTHING) as Resource<T>;
}

export function put<T>(key: string, resource: Resource<T>): void {
  resources.set(key, resource);
  for (const listener of listeners) listener();
}

export function update<T>(key: string, change: (data: T) => T): void {
  const { data } = read<T>(key);
  if (data !== undefined) put(key, { data: change(data), loading: false });
}

export function forget(key: string): void {
  resources.delete(key);
  newest.delete(key);
  for (const listener of listeners) listener();
}

// Asks again for what is on the page and forgets the rest: for when something was taken out of what the server knows.
export function renew(prefix: string): void {
  for (const key of [...resources.keys()].filter((each) => each.startsWith(prefix))) {
    const ask = asked.get(key);
    if (ask) void load(key, ask);
    else forget(key);
  }
}

// Whatever is about something that is no more.
export function forgetAbout(id: string): void {
  for (const key of [...resources.keys()].filter((each) => each.includes(id))) forget(key);
}

// What is there stays on the page while it is loaded again. With a pause, nothing is asked that is not the newest any more after it.
export async function load<T>(key: string, ask: () => Promise<T>, pause = 0): Promise<void> {
  const question = Symbol(key);
  newest.set(key, question);
  put(key, { ...read<T>(key), loading: true, problem: undefined });
  if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
  if (newest.get(key) !== question) return;
  const answer = await ask().then(
    (data): Resource<T> => ({ data, loading: false }),
    (error): Resource<T> => ({ ...read<T>(key), problem: problemIn(error), loading: false }),
  );
  if (newest.get(key) === question) put(key, answer);
}

export function useStored<T>(key: string): Resource<T> {
  return useSyncExternalStore(subscribe, () => read<T>(key));
}

// A resource of the server, loaded when a page first needs it under this key; `reload` asks again.
export function useResource<T>(key: string, ask: () => Promise<T>): Resource<T> & { reload: () => Promise<void> } {
  const resource = useStored<T>(key);
  const reload = useCallback(() => load(key, ask), [key]);
  useEffect(() => {
    asked.set(key, ask);
    void reload();
    return () => void asked.delete(key);
  }, [reload]);
  return { ...resource, reload };
}

const A_MOMENT = 250;

// What the server says of something while it is typed: asked a moment after the last change.
export function useTyped<T>(key: string, typed: unknown, ask: () => Promise<T>): Resource<T> {
  useEffect(() => void load(key, ask, A_MOMENT), [key, typed]);
  return useStored<T>(key);
}

// Where the key changes with what is picked, what was there stays until the next is.
export function useKept<R extends Resource<unknown>>(resource: R): R {
  const last = useRef(resource.data);
  if (resource.data !== undefined) last.current = resource.data;
  return { ...resource, data: last.current };
}
