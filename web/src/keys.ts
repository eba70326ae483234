// A key under which something is sent once, however often it is tried. A page that is not served securely has no randomUUID.

export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
