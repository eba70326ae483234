// What is counted, and from which cut-off on.

import { Field } from "../../parts/field";
import { many } from "../../words";
import type { Counting, Matrix } from "./asking";

type CountingFieldsProps = { counting: Counting; onChange: (counting: Counting) => void };

export function CountingFields({ counting, onChange }: CountingFieldsProps) {
  return (
    <>
      <Field label="Count">
        {(id) => (
          <select id={id} value={counting.count} onChange={(event) => onChange({ ...counting, count: event.target.value as Counting["count"] })}>
            <option value="respondents">respondents</option>
            <option value="mentions">mentions</option>
          </select>
        )}
      </Field>
      <Field label="Steps">
        {(id) => (
          <select id={id} value={counting.relations} onChange={(event) => onChange({ ...counting, relations: event.target.value as Counting["relations"] })}>
            <option value="direct">direct ones</option>
            <option value="all">direct and indirect ones</option>
          </select>
        )}
      </Field>
    </>
  );
}

type CutoffFieldProps = { matrix: Matrix; value: number; onChange: (value: number) => void };

export function CutoffField({ matrix, value, onChange }: CutoffFieldProps) {
  const left = matrix.cutoffs.find((each) => each.k === value);
  const hint = left && `${many(left.cells, "cell")}, ${Math.round(left.share * 100)} % of all steps, ${many(left.codes, "code")}`;
  return (
    <Field label={`Cut-off: ${value}`} hint={hint}>
      {(id, hintId) => (
        <input
          id={id}
          type="range"
          min={1}
          max={Math.max(1, matrix.cutoffs.length)}
          value={value}
          aria-describedby={hintId}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
