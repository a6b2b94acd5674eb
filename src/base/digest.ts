import * as crypto from "node:crypto";

/** The SHA-256 of a text (as UTF-8) or of bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return digest(content);
}

// At once where Node can: an object for each of hundreds of files costs more than they do.
const digest: (content: string | Uint8Array) => string =
  typeof crypto.hash === "function"
    ? (content) => crypto.hash("sha256", content)
    : (content) => crypto.createHash("sha256").update(content).digest("hex");
