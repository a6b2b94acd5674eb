import { escapeControls } from "../../base/diagnostics/escape.ts";
import { isIdentifierName } from "../../schema/model/identifier.ts";

/** A string literal, quoted as prettier quotes it and safe in any JavaScript. */
export function quote(value: string): string {
  // The wide pattern takes long to build, and most names are of ASCII.
  if (/^[ !#-&(-[\]-~]*$/.test(value)) return `"${value}"`;
  if (!/["'\\\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u.test(value))
    return `"${value}"`;
  // Who reviews code sees it as the compiler does.
  const json = escapeControls(JSON.stringify(value));
  const doubles = value.split('"').length - 1;
  const singles = value.split("'").length - 1;
  if (doubles <= singles) return json;
  const body = json.slice(1, -1).replaceAll('\\"', '"');
  return `'${body.replaceAll("'", "\\'")}'`;
}

/** The name of a property in an object literal or a type, quoted only where it must be. */
export function propertyName(name: string): string {
  return isIdentifierName(name) ? name : quote(name);
}

/** `__proto__: value` would set the prototype instead of a property. */
export function objectKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyName(name);
}

/** `base`, or else the first of `base2`, `base3`, … that is not used; it is from now on. */
export function freeName(base: string, used: Set<string>): string {
  let name = base;
  for (let n = 2; used.has(name); n++) name = `${base}${n}`;
  used.add(name);
  return name;
}

/** What is left of any text as part of an identifier: `resource_link` → `ResourceLink`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^\p{L}\p{Nd}\p{Nl}$]+/u);
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
