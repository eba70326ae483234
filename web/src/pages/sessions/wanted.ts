// Which sessions a list shows, as the address says it: so that a list can be kept, sent, and come back to.

export type Wanted = { words: string; engine: string; content: string; study: string; state: string; cursor: string };

const NAMES = ["words", "engine", "content", "study", "state", "cursor"] as const;

export function wantedIn(address: string): Wanted {
  const query = new URLSearchParams(address.split("?")[1] ?? "");
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ""])) as Wanted;
}

export function addressOf(wanted: Partial<Wanted>): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (wanted[name]) query.set(name, wanted[name]);
  return query.size ? `/sessions?${query}` : "/sessions";
}
