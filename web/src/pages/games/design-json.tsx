// A value as JSON text. What is typed becomes the value as soon as it can be read.

import { useState } from "react";
import { Field } from "../../parts/field";
import type { Design } from "./design";

type JsonTextProps<T> = { label: string; value: T; onChange: (value: T) => void };

export function JsonText<T>({ label, value, onChange }: JsonTextProps<T>) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fault, setFault] = useState("");

  function type(typed: string) {
    setText(typed);
    try {
      const read: unknown = JSON.parse(typed);
      setFault(read && typeof read === "object" && !Array.isArray(read) ? "" : "This must be an object.");
      if (read && typeof read === "object" && !Array.isArray(read)) onChange(read as T);
    } catch (error) {
      setFault(`This is not JSON yet: ${error instanceof Error ? error.message : ""}`);
    }
  }

  return (
    <Field label={label} hint={fault && <span role="alert">{fault}</span>}>
      {(id, hint) => (
        <textarea id={id} className="games-json" spellCheck={false} aria-invalid={fault !== ""} aria-describedby={hint} value={text} onChange={(event) => type(event.target.value)} />
      )}
    </Field>
  );
}

export function DesignJson({ design, onChange }: { design: Design; onChange: (design: Design) => void }) {
  return <JsonText label="The design as JSON" value={design} onChange={onChange} />;
}
