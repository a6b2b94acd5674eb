/** A string literal, quoted as prettier quotes it and safe in any JavaScript. */
export function quote(value: string): string {
  if (!/["'\\\p{Cc}\p{Cs}\u2028\u2029]/u.test(value)) return `"${value}"`;
  const json = JSON.stringify(value)
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  const doubles = value.split('"').length - 1;
  const singles = value.split("'").length - 1;
  if (doubles <= singles) return json;
  const body = json.slice(1, -1).replaceAll('\\"', '"');
  return `'${body.replaceAll("'", "\\'")}'`;
}

/** Whether a name can stand after a dot, and unquoted as a property. */
export function isIdentifierName(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name);
}

/**
 * The keys of an object literal or a type body: prettier quotes them only where
 * one of them needs it, and then only those that do.
 */
export function propertyName(name: string): string {
  return isIdentifierName(name) ? name : quote(name);
}

/** `__proto__: value` would set the prototype instead of a property. */
export function objectKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyName(name);
}

/** What is left of any text as part of an identifier: `resource_link` → `ResourceLink`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^\p{L}\p{N}$]+/u);
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Sorts by UTF-16 code unit, which no locale changes. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
