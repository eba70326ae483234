import { Check } from "../../parts/check";
import { Field } from "../../parts/field";
import type { Copy, Reader } from "./loading";

const FORMS: [string, string][] = [
  ["pdf", "PDF for print"],
  ["epub", "E-book"],
  ["html", "Web page"],
  ["md", "Markdown"],
];

type DownloadsProps = { session: string; copy: Copy; onCopy: (copy: Copy) => void };

export function Downloads({ session, copy, onCopy }: DownloadsProps) {
  const query = `sensitive=${copy.sensitive}&reader=${copy.reader}`;
  return (
    <div className="book-downloads">
      <div className="row" role="group" aria-label="Download the book">
        {FORMS.map(([form, name]) => (
          <a key={form} className="button" href={`/api/v1/memoirs/${encodeURIComponent(session)}/book/${form}?${query}`} download>
            {name}
          </a>
        ))}
      </div>
      <Field label="Whose copy">
        {(id) => (
          <select id={id} value={copy.reader} onChange={(event) => onCopy({ ...copy, reader: event.target.value as Reader })}>
            <option value="everyone">For everyone</option>
            <option value="family">For the family</option>
          </select>
        )}
      </Field>
      <Check checked={copy.sensitive} onChange={(event) => onCopy({ ...copy, sensitive: event.target.checked })}>
        With sensitive passages
      </Check>
    </div>
  );
}
