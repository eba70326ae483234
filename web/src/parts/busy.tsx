import type { ReactNode } from "react";

export function Busy({ children }: { children: ReactNode }) {
  return (
    <p className="busy" role="status">
      {children} …
    </p>
  );
}
