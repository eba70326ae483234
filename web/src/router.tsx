// Addresses: a table from patterns to pages, and links that change the address without loading anything anew.

import { type MouseEvent, type ReactNode, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
}

export function go(address: string, replace = false): void {
  if (replace) window.history.replaceState(null, "", address);
  else window.history.pushState(null, "", address);
  for (const listener of listeners) listener();
  window.scrollTo(0, 0);
}

// What the address asks for after its "?".
export function useQuery(): URLSearchParams {
  return new URLSearchParams(useAddress().split("?")[1]);
}

export type Params = Record<string, string>;

// "/sessions/:id" against "/sessions/12" gives { id: "12" }; null when it does not fit.
export function matched(pattern: string, path: string): Params | null {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (wanted.length !== given.length) return null;
  const params: Params = {};
  for (const [index, part] of wanted.entries()) {
    const value = decoded(given[index] ?? "");
    if (part.startsWith(":")) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}

// What part of an address says; what cannot be decoded says itself.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// The address, if it is one of this site; else home.
export function inside(address: string, origin = window.location.origin): string {
  try {
    const url = new URL(address, origin);
    return url.origin === origin ? url.pathname + url.search : "/";
  } catch {
    return "/";
  }
}

type LinkProps = { to: string; children: ReactNode; className?: string; current?: boolean; label?: string };

export function Link({ to, children, className, current, label }: LinkProps) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  }
  return (
    <a href={to} className={className} onClick={follow} aria-current={current ? "page" : undefined} aria-label={label}>
      {children}
    </a>
  );
}
