// A box to tick, or one of several to pick; its words are part of what one can press.

import type { InputHTMLAttributes } from "react";

type CheckProps = InputHTMLAttributes<HTMLInputElement> & { type?: "checkbox" | "radio" };

export function Check({ type = "checkbox", children, ...rest }: CheckProps) {
  return (
    <label className="check">
      <input type={type} {...rest} />
      <span>{children}</span>
    </label>
  );
}
