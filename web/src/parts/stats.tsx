import type { ReactNode } from "react";

export function Stats({ of }: { of: [string, ReactNode][] }) {
  return (
    <dl className="stats">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Meter({ share, label }: { share: number; label: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <span className="meter" role="img" aria-label={`${label}: ${percent} %`}>
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
