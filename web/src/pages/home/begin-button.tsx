import { Button } from "../../parts/button";
import type { Opening } from "./opening";

type BeginProps = { does: string; name: string; opening: Opening; ask?: () => Promise<string> };

// The one action of a card; without `ask` it sends the form around it. A screen reader hears what is begun.
export function BeginButton({ does, name, opening, ask }: BeginProps) {
  return (
    <Button
      type={ask ? "button" : "submit"}
      aria-label={`${does}: ${name}`}
      disabled={opening.busy !== ""}
      onClick={ask && (() => void opening.open(name, ask))}
    >
      {opening.busy === name ? "One moment …" : does}
    </Button>
  );
}
