import { CALLED } from "../../engines";
import { Field } from "../../parts/field";
import { FLAGS, type Wanted } from "./wall";

export function Filters({ wanted, onWanted }: { wanted: Wanted; onWanted: (wanted: Wanted) => void }) {
  return (
    <div className="wall-filters">
      <Field label="Kind">
        {(id) => (
          <select id={id} value={wanted.engine} onChange={(event) => onWanted({ ...wanted, engine: event.target.value })}>
            <option value="">All kinds</option>
            {Object.entries(CALLED).map(([engine, name]) => (
              <option key={engine} value={engine}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Flag">
        {(id) => (
          <select id={id} value={wanted.flag} onChange={(event) => onWanted({ ...wanted, flag: event.target.value })}>
            <option value="">With or without</option>
            <option value="any">With any flag</option>
            {Object.entries(FLAGS).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
