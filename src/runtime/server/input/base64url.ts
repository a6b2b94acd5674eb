import type { Bytes } from "../../protocol/weigh.ts";

/** Returns random bytes, unpredictable for others. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Encodes bytes as base64url without padding. */
export function toBase64url(...parts: Uint8Array[]): string {
  let binary = "";
  for (const part of parts)
    // In pieces, because the number of arguments of a call is limited.
    for (let start = 0; start < part.length; start += 4096)
      binary += String.fromCharCode(...part.subarray(start, start + 4096));
  return encodeBinary(binary);
}

function encodeBinary(binary: string): string {
  return btoa(binary)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Decodes base64url. Returns undefined for any text that `toBase64url` does not write. */
export function fromBase64url(text: string): Bytes | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    if (encodeBinary(binary) !== text) return undefined;
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index++)
      bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return undefined;
  }
}
