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
