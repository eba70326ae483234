// The studio's state, in one place: what the server said, by key. Pages read it with hooks and change it with `update`.

import { useCallback, useEffect, useSyncExternalStore } from "react";
import { type Problem, problemIn } from "../api/client";

export type Resource<T> = { data?: T; problem?: Problem; loading: boolean };

const resources = new Map<string, Resource<unknown>>();
const asked = new Map<string, () => Promise<unknown>>(); // how what is on the page now is asked for
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

// What is there stays on the page while it is loaded again.
export async function load<T>(key: string, ask: () => Promise<T>): Promise<void> {
  put(key, { ...read<T>(key), loading: true, problem: undefined });
  try {
    put(key, { data: await ask(), loading: false });
  } catch (error) {
    put(key, { ...read<T>(key), problem: problemIn(error), loading: false });
  }
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
