import { useState } from "react";
import { Button } from "./button";

// Copies a text, and says so.
export function CopyButton({ text, name, label = "Copy" }: { text: string; name: string; label?: string }) {
  const [told, setTold] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setTold("Copied");
    } catch {
      setTold("Please copy it by hand"); // not allowed, or no clipboard where a page is not served securely
    }
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
