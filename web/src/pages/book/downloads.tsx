import { Check } from "../../parts/check";

const FORMS: [string, string][] = [
  ["epub", "E-book"],
  ["html", "Web page"],
  ["md", "Markdown"],
];

type DownloadsProps = { session: string; sensitive: boolean; onSensitive: (sensitive: boolean) => void };

export function Downloads({ session, sensitive, onSensitive }: DownloadsProps) {
  return (
    <div className="book-downloads">
      <div className="row" role="group" aria-label="Download the book">
        {FORMS.map(([form, name]) => (
          <a key={form} className="button" href={`/api/v1/memoirs/${encodeURIComponent(session)}/book/${form}?sensitive=${sensitive}`} download>
            {name}
          </a>
        ))}
      </div>
      <Check checked={sensitive} onChange={(event) => onSensitive(event.target.checked)}>
        With sensitive passages
      </Check>
    </div>
  );
}
