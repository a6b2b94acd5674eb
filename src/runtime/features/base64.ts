import type { Bytes } from "../protocol/weigh.ts";

const alphabet =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Encodes bytes as base64 with padding, natively if the platform supports it. */
export function encodeBase64(bytes: Uint8Array): string {
  const native: unknown = Reflect.get(bytes, "toBase64");
  if (typeof native === "function")
    return String(Reflect.apply(native, bytes, []));
  const ascii = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let end = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const three =
      ((bytes[i] ?? 0) << 16) |
      ((bytes[i + 1] ?? 0) << 8) |
      (bytes[i + 2] ?? 0);
    ascii[end++] = alphabet.charCodeAt(three >> 18);
    ascii[end++] = alphabet.charCodeAt((three >> 12) & 63);
    ascii[end++] = alphabet.charCodeAt((three >> 6) & 63);
    ascii[end++] = alphabet.charCodeAt(three & 63);
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  ascii.fill(61, end - padding);
  return new TextDecoder().decode(ascii);
}

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
