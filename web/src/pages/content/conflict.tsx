import { Button } from "../../parts/button";
import type { Schemas } from "../../api/client";
import { difference } from "./lines";

type ConflictProps = { mine: string; theirs: Schemas["DocumentText"]; onMine: () => void; onTheirs: () => void };

// Two people saved: nothing is lost, and the author says which text stays.
export function Conflict({ mine, theirs, onMine, onTheirs }: ConflictProps) {
  const { line, mine: ours, theirs: others } = difference(mine, theirs.text);
  return (
    <section className="notice warn" role="alert" aria-labelledby="conflict">
      <h2 id="conflict">Somebody else saved this in the meantime</h2>
      <p>Nothing was written over, and your text is still here. The two differ from line {line}:</p>
      <div className="content-two">
        <Lines title="Yours" lines={ours} />
        <Lines title="Theirs" lines={others} />
      </div>
      <div className="row">
        <Button onClick={onMine}>Save my version</Button>
        <Button onClick={onTheirs}>Use their version</Button>
      </div>
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <pre tabIndex={0} role="region" aria-label={title}>
        {lines.join("\n") || "(nothing here)"}
      </pre>
    </div>
  );
}
