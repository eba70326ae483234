// Times and names as people write them.

const WHEN = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

export function when(seconds: number): string {
  return WHEN.format(new Date(seconds * 1000));
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });

export function clock(seconds: number): string {
  return CLOCK.format(new Date(seconds * 1000));
}

export function many(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

export function plain(name: string): string {
  return name.replaceAll("_", " ");
}
