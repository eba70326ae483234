// Places in a text: lines and columns are counted from 1, as the checker tells them.

import type { Schemas } from "../../api/client";

export type Fault = Schemas["FaultAtLine"];

export function offsetOf(text: string, line: number, column = 1): number {
  const lines = text.split("\n");
  const before = lines.slice(0, Math.max(0, line - 1)).reduce((sum, each) => sum + each.length + 1, 0);
  const within = Math.min(column - 1, (lines[line - 1] ?? "").length);
  return Math.min(text.length, before + Math.max(0, within));
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

// The faults of the text itself, by their line; those of other files have no line here.
export function byLine(faults: readonly Fault[]): Map<number, Fault[]> {
  const found = new Map<number, Fault[]>();
  for (const fault of faults) if (!fault.file) found.set(fault.line, [...(found.get(fault.line) ?? []), fault]);
  return found;
}

// The nearest fault after the line, or before it; from the last one on to the first again.
export function nextFault(faults: readonly Fault[], line: number, step: 1 | -1): Fault | undefined {
  const here = faults.filter((fault) => !fault.file).sort((one, other) => one.line - other.line || one.column - other.column);
  const ahead = step === 1 ? here.find((fault) => fault.line > line) : here.findLast((fault) => fault.line < line);
  return ahead ?? (step === 1 ? here[0] : here.at(-1));
}

// What a text says its id is.
export function idIn(text: string): string | undefined {
  return /^\s*"?id"?:[ ]*["']?([\w.-]+)/m.exec(text)?.[1];
}

type Difference = { line: number; mine: string[]; theirs: string[] };

// The stretch in which two texts differ: what is the same before and after it is left out.
export function difference(mine: string, theirs: string): Difference {
  const ours = mine.split("\n");
  const others = theirs.split("\n");
  let start = 0;
  while (start < Math.min(ours.length, others.length) && ours[start] === others[start]) start += 1;
  let end = 0;
  while (end < Math.min(ours.length, others.length) - start && ours.at(-1 - end) === others.at(-1 - end)) end += 1;
  return { line: start + 1, mine: ours.slice(start, ours.length - end), theirs: others.slice(start, others.length - end) };
}
