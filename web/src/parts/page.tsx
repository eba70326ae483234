// A page: its title, also in the browser's; a sentence under it; what can be done; and what it shows.

import { type ReactNode, useEffect } from "react";

type PageProps = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode };

export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Dramaturg`;
  }, [title]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

export function Panel({ title, children, label }: { title?: string; label?: string; children: ReactNode }) {
  return (
    <section className="panel" aria-label={label ?? title}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}
