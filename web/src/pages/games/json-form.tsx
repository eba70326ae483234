// A form for any content: a field for every text, number and choice in it, grouped as the content is.

import { plain } from "../../words";
import { CheckField, CountField, LongField } from "./inputs";

export type Json = { [key: string]: unknown };

const OURS = ["id", "source", "concept"]; // names that the game itself relies on

type FormProps = { value: Json; onChange: (value: Json) => void };

export function JsonForm({ value, onChange }: FormProps) {
  return (
    <div className="games-form">
      {Object.entries(value)
        .filter(([name]) => !OURS.includes(name))
        .map(([name, part]) => (
          <Part key={name} name={name} value={part} onChange={(changed) => onChange({ ...value, [name]: changed })} />
        ))}
    </div>
  );
}

type PartProps = { name: string; value: unknown; onChange: (value: unknown) => void };

function Part({ name, value, onChange }: PartProps) {
  const label = titled(name);
  if (typeof value === "string") return <LongField label={label} value={value} rows={value.length > 80 ? 3 : 1} onChange={onChange} />;
  if (typeof value === "number") return <CountField label={label} value={value} step="any" onChange={(changed) => onChange(changed ?? 0)} />;
  if (typeof value === "boolean") return <CheckField label={label} value={value} onChange={onChange} />;
  if (Array.isArray(value)) return value.length ? <Group name={label} list={value} onChange={onChange} /> : null;
  if (!value) return null;
  return (
    <fieldset className="group games-wide">
      <legend>{label}</legend>
      <JsonForm value={value as Json} onChange={onChange} />
    </fieldset>
  );
}

function Group({ name, list, onChange }: { name: string; list: unknown[]; onChange: (list: unknown[]) => void }) {
  const change = (at: number, changed: unknown) => onChange(list.map((each, index) => (index === at ? changed : each)));
  return (
    <fieldset className="group games-wide">
      <legend>{name}</legend>
      {list.map((each, index) =>
        isJson(each) ? (
          <details key={index} className="games-item">
            <summary>{`${index + 1}. ${gist(each)}`}</summary>
            <JsonForm value={each} onChange={(changed) => change(index, changed)} />
          </details>
        ) : (
          <Part key={index} name={`${name} ${index + 1}`} value={each} onChange={(changed) => change(index, changed)} />
        ),
      )}
    </fieldset>
  );
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// What an entry is about: the first thing in it that says so.
function gist(entry: Json): string {
  return String(entry.text ?? entry.belief ?? entry.situation ?? entry.front ?? entry.title ?? entry.id ?? "");
}

function titled(name: string): string {
  const words = plain(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
