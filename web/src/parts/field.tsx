// A labelled field; whatever stands in it gets the id.

import { type ReactNode, useId } from "react";

type FieldProps = { label: string; hint?: ReactNode; children: (id: string, hintId: string | undefined) => ReactNode };

export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id, hintId)}
      {hint && (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}
