// Fields of a design, each a label and what is typed or chosen.

import { Check } from "../../parts/check";
import { Field } from "../../parts/field";
import { labelsOf, listed } from "./design";

type Of<T> = { label: string; value: T; onChange: (value: T) => void; hint?: string };

export function TextField({ label, value, onChange, hint }: Of<string>) {
  return (
    <Field label={label} hint={hint}>
      {(id, hintId) => <input id={id} aria-describedby={hintId} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

export function LongField({ label, value, onChange, hint, rows = 2 }: Of<string> & { rows?: number }) {
  return (
    <Field label={label} hint={hint}>
      {(id, hintId) => <textarea id={id} aria-describedby={hintId} rows={rows} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

// A number, or nothing; what is no number yet stays as it was.
export function CountField({ label, value, onChange, hint, step }: Of<number | null | undefined> & { step?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(id, hintId) => (
        <input id={id} aria-describedby={hintId} type="number" step={step} value={value ?? ""} onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))} />
      )}
    </Field>
  );
}

// What is typed becomes labels when the field is left; other labels, from elsewhere, begin the field anew.
export function LabelsField({ label, value, onChange }: Of<readonly string[]>) {
  return (
    <Field label={label} hint="One a line.">
      {(id, hintId) => (
        <textarea key={listed(value)} id={id} aria-describedby={hintId} rows={4} defaultValue={listed(value)} onBlur={(event) => onChange(labelsOf(event.target.value))} />
      )}
    </Field>
  );
}

export function PickField<T extends string>({ label, value, onChange, names }: Of<T> & { names: Record<T, string> }) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value as T)}>
          {(Object.entries(names) as [T, string][]).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({ label, value, onChange }: Of<boolean>) {
  return (
    <Check checked={value} onChange={(event) => onChange(event.target.checked)}>
      {label}
    </Check>
  );
}
