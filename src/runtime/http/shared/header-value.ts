/** What HTTP allows in a header's value, but for bytes without a meaning of their own. */
const allowed = /^[\t\x20-\x7e]*$/;

/** Around the base64 of a value that no header can hold as it is. */
const before = "=?base64?";
const after = "?=";

/**
 * A header's value without the white space around it; undefined for one with
 * characters that no value has.
 */
export function readHeaderValue(raw: string): string | undefined {
  // Of the allowed characters, space and tab alone are trimmed.
  return allowed.test(raw) ? raw.trim() : undefined;
}

/**
 * The value that a header stands for: the text inside the base64 form, or else
 * the header's own. Undefined when there is none.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#value-encoding | Value encoding}
 */
export function decodeHeaderValue(raw: string): string | undefined {
  const value = readHeaderValue(raw);
  const isEncoded =
    value !== undefined &&
    value.length >= before.length + after.length &&
    value.startsWith(before) &&
    value.endsWith(after);
  if (!isEncoded) return value;
  return decodeBase64(value.slice(before.length, -after.length));
}

/**
 * The value of the header that stands for a text: the text itself, or the base64
 * form of what a header cannot hold, or what it would take for that form.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http#value-encoding | Value encoding}
 */
export function encodeHeaderValue(text: string): string {
  const isForm = text.startsWith(before) && text.endsWith(after);
  return readHeaderValue(text) === text && !isForm
    ? text
    : before + encodeBase64(text) + after;
}

function encodeBase64(text: string): string {
  let binary = "";
  // As arguments of one call, the bytes of a long text would be too many.
  for (const byte of new TextEncoder().encode(text))
    binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Two texts never stand for one value: what would is refused. */
function decodeBase64(text: string): string | undefined {
  try {
    const binary = atob(text);
    // White space, missing padding and bits behind the last byte do not come back.
    if (btoa(binary) !== text) return undefined;
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
