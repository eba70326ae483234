import { engineNames, engineOf } from "../../engines";
import { Field } from "../../parts/field";
import { FLAGS, type Wanted } from "./monitor";

export function Filters({ wanted, onWanted }: { wanted: Wanted; onWanted: (wanted: Wanted) => void }) {
  return (
    <div className="monitor-filters">
      <Field label="Kind">
        {(id) => (
          <select id={id} value={wanted.engine} onChange={(event) => onWanted({ ...wanted, engine: event.target.value })}>
            <option value="">All kinds</option>
            {engineNames().map((engine) => (
              <option key={engine} value={engine}>
                {engineOf(engine).name}
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
