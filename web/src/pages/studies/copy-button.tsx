import { useState } from "react";
import { Button } from "../../parts/button";

// Copies a text, and says so.
export function CopyButton({ text, name, label = "Copy" }: { text: string; name: string; label?: string }) {
  const [told, setTold] = useState("");
  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => setTold("Copied"),
      () => setTold("Please copy it by hand"),
    );
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        {label}<span className="visually-hidden"> {name}</span>
      </Button>
      <span className="small muted" role="status">
        {told}
      </span>
    </>
  );
}
