/** What an object, a list or a string takes beside what is in it, about. */
const container = 80;
const slot = 8;

/**
 * The bytes that a value takes while it is kept, about, and rather too many:
 * values of a few characters take many times the length of their JSON.
 */
export function weigh(value: unknown): number {
  if (typeof value === "string") return 2 * slot + 2 * value.length;
  if (typeof value !== "object" || value === null) return slot;
  let bytes = container;
  if (Array.isArray(value))
    for (const item of value) bytes += slot + weigh(item);
  else
    for (const [key, item] of Object.entries(value))
      bytes += slot + 2 * key.length + weigh(item);
  return bytes;
}

const comma = 44;
const bracket = 91;
const brace = 123;

/** What the value of a JSON text will take, about: told from the text, before it is parsed. */
export function weighText(text: string): number {
  let codes = 0;
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    codes |= code;
    if (code === comma) bytes += slot;
    else if (code === bracket || code === brace) bytes += container;
  }
  // One character that is no Latin one makes all of its string take two bytes each.
  const isWide = codes > 0xff || text.includes("\\u");
  return bytes + (isWide ? 2 : 1) * text.length;
}

/** The bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Each half of a pair counts two, and there are two of them.
    if (code > 0x7f)
      bytes += code > 0x7ff && (code & 0xf800) !== 0xd800 ? 2 : 1;
  }
  return bytes;
}

/**
 * Bytes in memory of their own, which the platform's functions ask for. Since
 * TypeScript 5.7 that is `Uint8Array<ArrayBuffer>`; before, `Uint8Array` takes
 * no argument.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;
