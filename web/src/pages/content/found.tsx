// What the check found, beside the text: faults with their remedy, proofs with the walk that breaks them.

import type { Schemas } from "../../api/client";
import { Badge } from "../../parts/notice";
import { many } from "../../words";
import type { Fault } from "./lines";

export function FaultList({ faults, onGo }: { faults: readonly Fault[]; onGo: (fault: Fault) => void }) {
  if (!faults.length) return <p>Nothing is wrong with this text.</p>;
  return (
    <ol className="content-faults">
      {faults.map((fault, index) => (
        <li key={index}>
          {fault.file ? <span className="muted">In {fault.file}, line {fault.line}</span> : <GoTo fault={fault} onGo={onGo} />}
          <p>{fault.message}</p>
          {fault.remedy && <p className="content-remedy">{fault.remedy}</p>}
          <details>
            <summary>What “{fault.code}” means</summary>
            <p>{fault.meaning}</p>
          </details>
        </li>
      ))}
    </ol>
  );
}

function GoTo({ fault, onGo }: { fault: Fault; onGo: (fault: Fault) => void }) {
  return (
    <button type="button" className="button quiet content-go" onClick={() => onGo(fault)}>
      Go to line {fault.line}
    </button>
  );
}

type Proof = Schemas["ProofShown"];

export function ProofList({ proofs, unproven }: { proofs: readonly Proof[]; unproven: readonly string[] }) {
  const subjects = [...new Set(proofs.map((proof) => proof.subject))];
  return (
    <>
      {!proofs.length && !unproven.length && <p>Of this text nothing is proven: it has faults first, or there is nothing to prove.</p>}
      {subjects.map((subject) => (
        <section key={subject} className="content-proofs">
          <h3>{subject}</h3>
          <ul>
            {proofs
              .filter((proof) => proof.subject === subject)
              .map((proof) => (
                <ProofShown key={proof.claim} proof={proof} />
              ))}
          </ul>
        </section>
      ))}
      {unproven.map((words) => (
        <p key={words}>Not proven: {words}</p>
      ))}
    </>
  );
}

function ProofShown({ proof }: { proof: Proof }) {
  return (
    <li>
      <Badge tone={proof.holds ? "good" : "bad"}>{proof.holds ? "holds" : "does not hold"}</Badge> {proof.claim}
      {proof.note && `: ${proof.note}`} <span className="muted small">({many(proof.states, "state")})</span>
      {proof.walk.length > 0 && (
        <ol className="content-walk" aria-label="The walk that breaks it">
          {proof.walk.map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
      )}
    </li>
  );
}
