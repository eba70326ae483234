import type { Issue } from "./design";

export function Issues({ issues }: { issues: readonly Issue[] }) {
  if (!issues.length) return null;
  return (
    <ul className="games-issues">
      {issues.map((issue, index) => (
        <li key={index}>
          <strong>{issue.severity === "error" ? "Errors" : "Warnings"}:</strong> {issue.message} {issue.remedy}
        </li>
      ))}
    </ul>
  );
}
