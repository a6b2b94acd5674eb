import {
  encodeReserved,
  parseTemplate,
  type Operator,
  type TemplateVariable,
} from "./template.ts";

/** Value of a variable. Undefined, an empty list and an empty map omit the variable. */
export type TemplateValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly [key: string]: string }
  | undefined;

/** Notation of an operator's variables. */
interface Style {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  /** Suffix for the name of an empty value. */
  readonly empty: string;
  readonly reserved: boolean;
}

/**
 * Expands a URI template of level 1 to 4. Throws a TypeError for an invalid template, and a
 * URIError for text that is not well-formed Unicode.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570#section-3.2 | RFC 6570, section 3.2}
 */
export function expandUriTemplate(
  template: string,
  values: { readonly [name: string]: TemplateValue },
): string {
  const parts = parseTemplate(template).map((part) => {
    if (typeof part === "string") return encodeReserved(part);
    const style = styleOf(part.operator);
    const written = part.variables.flatMap((variable) => {
      const { name } = variable;
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? [] : write(variable, value, style);
    });
    if (written.length === 0) return "";
    return style.first + written.join(style.separator);
  });
  return parts.join("");
}

function styleOf(operator: Operator): Style {
  const simple = { named: false, empty: "", reserved: false };
  switch (operator) {
    case "":
      return { ...simple, first: "", separator: "," };
    case "+":
      return { ...simple, first: "", separator: ",", reserved: true };
    case "#":
      return { ...simple, first: "#", separator: ",", reserved: true };
    case ".":
    case "/":
      return { ...simple, first: operator, separator: operator };
    case ";":
      return { ...simple, first: ";", separator: ";", named: true };
    case "?":
    case "&":
      return {
        ...simple,
        first: operator,
        separator: "&",
        named: true,
        empty: "=",
      };
    default:
      return operator satisfies never;
  }
}

/** Expands a variable to no text, one text, or one for each member. */
function write(
  variable: TemplateVariable,
  value: Exclude<TemplateValue, undefined>,
  style: Style,
): string[] {
  const encode = style.reserved ? encodeReserved : encodeUnreserved;
  const { name, explode, prefix } = variable;
  if (typeof value !== "object") {
    const text = [...String(value)].slice(0, prefix).join("");
    return [withName(name, encode(text), style)];
  }
  if (isList(value)) {
    const members = value.map(encode);
    if (members.length === 0) return [];
    if (!explode) return [withName(name, members.join(","), style)];
    return members.map((member) => withName(name, member, style));
  }
  const pairs = Object.entries(value).map(([key, member]) => [
    encode(key),
    encode(member),
  ]);
  if (pairs.length === 0) return [];
  if (!explode) return [withName(name, pairs.flat().join(","), style)];
  return pairs.map(([key = "", member = ""]) =>
    style.named ? withName(key, member, style) : `${key}=${member}`,
  );
}

function withName(name: string, text: string, style: Style): string {
  if (!style.named) return text;
  return text === "" ? name + style.empty : `${name}=${text}`;
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

/** `encodeURIComponent` leaves five characters that RFC 3986 reserves. */
function encodeUnreserved(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
