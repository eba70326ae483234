// Words about how things stand: a notice in one of four tones, and a problem of the server's in its own words.

import type { ReactNode } from "react";
import type { Problem } from "../api/client";

type Tone = "info" | "good" | "warn" | "bad";

export function Notice({ tone = "info", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

export function ProblemNotice({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  const faults = problem.faults ?? [];
  return (
    <Notice tone="bad">
      <p>
        <strong>{problem.title}.</strong> {faults.length ? null : problem.detail}
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.map((fault, index) => (
            <li key={index}>
              {fault.place && <code>{fault.place}</code>} {fault.message} {fault.remedy}
            </li>
          ))}
        </ul>
      )}
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </Notice>
  );
}

export function Badge({ tone, children }: { tone?: "good" | "warn" | "bad" | "accent"; children: ReactNode }) {
  return <span className={`badge ${tone ?? ""}`}>{children}</span>;
}
