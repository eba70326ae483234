import type { ButtonHTMLAttributes } from "react";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { kind?: "primary" | "danger" | "quiet" };

export function Button({ kind, className = "", ...rest }: ButtonProps) {
  return <button type="button" className={`button ${kind ?? ""} ${className}`.trim()} {...rest} />;
}
