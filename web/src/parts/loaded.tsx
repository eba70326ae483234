// What a page shows of a resource: that it is coming, what went wrong, or the thing itself.

import type { ReactNode } from "react";
import type { Resource } from "../state/store";
import { Busy } from "./busy";
import { ProblemNotice } from "./notice";

type LoadedProps<T> = { of: Resource<T> & { reload?: () => Promise<void> }; what: string; children: (data: T) => ReactNode };

export function Loaded<T>({ of, what, children }: LoadedProps<T>) {
  return (
    <>
      {of.problem && <ProblemNotice problem={of.problem} onRetry={of.reload && (() => void of.reload?.())} />}
      {of.data === undefined ? of.problem ? null : <Busy>Loading {what}</Busy> : children(of.data)}
    </>
  );
}
