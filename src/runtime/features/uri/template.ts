import { normalizeEncoding, normalizeParts } from "../../protocol/uri.ts";

/** Part of a URI template: fixed text, or an expression in braces. */
type TemplatePart = string | TemplateExpression;

export interface TemplateExpression {
  readonly operator: Operator;
  readonly variables: readonly TemplateVariable[];
}

/** Operators of expressions; "" is simple expansion. */
export type Operator = "" | "+" | "#" | "." | "/" | ";" | "?" | "&";

export interface TemplateVariable {
  readonly name: string;
  /** True if each member of a list or map is expanded separately: `{name*}`. */
  readonly explode: boolean;
  /** Maximum number of characters: `{name:3}`. */
  readonly prefix: number | undefined;
}

/** Maximum length of a template. */
const maxLength = 8192;

/**
 * Parses a URI template of level 1 to 4. Throws a TypeError for an invalid template.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570#section-2 | RFC 6570, section 2}
 */
export function parseTemplate(template: string): TemplatePart[] {
  if (template.length > maxLength) {
    throw new TypeError(`The template is longer than ${maxLength}`);
  }
  return readTemplate(template);
}

/** Parses like `parseTemplate`, at any length. */
export function readTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  while (end < template.length) {
    const open = template.indexOf("{", end);
    const literal = template.slice(end, open < 0 ? undefined : open);
    if (literal.includes("}")) throw unsound(template, 'a "}" without "{"');
    if (literal !== "") parts.push(literal);
    if (open < 0) break;
    const close = template.indexOf("}", open);
    if (close < 0) throw unsound(template, 'a "{" without "}"');
    parts.push(parseExpression(template, template.slice(open + 1, close)));
    end = close + 1;
  }
  return parts;
}

function parseExpression(
  template: string,
  expression: string,
): TemplateExpression {
  const operator = operators.find((one) => expression.startsWith(one)) ?? "";
  const names = expression.slice(operator.length).split(",");
  const variables = names.map((name) => parseVariable(template, name));
  return { operator, variables };
}

const operators: readonly Operator[] = ["+", "#", ".", "/", ";", "?", "&"];

function parseVariable(template: string, text: string): TemplateVariable {
  const explode = text.endsWith("*");
  const [name = "", length, more] = (explode ? text.slice(0, -1) : text).split(
    ":",
  );
  const isPrefix = length === undefined || /^[1-9]\d{0,3}$/.test(length);
  // Names may contain percent-encoded octets, as part of the name.
  const isName = /^(?:\w|%[\da-f]{2})+(?:\.(?:\w|%[\da-f]{2})+)*$/i.test(name);
  const isModifiedTwice =
    more !== undefined || (explode && length !== undefined);
  if (!isName || !isPrefix || isModifiedTwice) {
    throw unsound(template, `the variable ${JSON.stringify(text)}`);
  }
  const prefix = length === undefined ? undefined : Number(length);
  return { name, explode, prefix };
}

function unsound(template: string, reason: string): TypeError {
  return new TypeError(`${template} is not a URI template: ${reason}`);
}

/** Encodes text, except for reserved characters and percent-encoded octets. */
export function encodeReserved(text: string): string {
  return encodeURI(text)
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]")
    .replace(/%25([\da-f]{2})/gi, "%$1");
}

/**
 * Returns a template with its fixed text normalized like a URI, for comparison with
 * templates and URIs. Undefined if a ".." in the text would remove a variable.
 */
export function normalizeTemplate(template: string): string | undefined {
  const expressions: string[] = [];
  const texts = template.split(/(\{[^{}]*\})/).map((part, index) => {
    if (index % 2 === 0) return normalizeEncoding(encodeLonePercent(part));
    // The fixed text contains no braces here.
    return `{${expressions.push(part) - 1}}`;
  });
  let left = 0;
  const normal = normalizeParts(texts.join("")).replace(
    /\{(\d+)\}/g,
    (_, index) => {
      left++;
      return expressions[Number(index)] ?? "";
    },
  );
  return left === expressions.length ? normal : undefined;
}

/** Encodes percent signs without two hexadecimal digits. */
function encodeLonePercent(text: string): string {
  return text.replace(/%(?![\da-f]{2})/gi, "%25");
}

/**
 * Variables of a URI template for its handler. Variables of a query may be undefined, and
 * `{/name*}` is a list.
 */
export type UriVariables<Template extends string> = string extends Template
  ? { readonly [name: string]: string | readonly string[] | undefined }
  : {
      readonly [
        Name in VariableOf<Expressions<Template>> as BareName<Name>
      ]: ValueOf<Name>;
    };

/** Names of a template's variables. */
export type UriVariableName<Template extends string> = BareName<
  VariableOf<Expressions<Template>>
>;

/** Expressions between the braces. */
type Expressions<Template extends string> =
  Template extends `${string}{${infer Expression}}${infer Rest}`
    ? Expression | Expressions<Rest>
    : never;

/** Variables of an expression: those of pairs start with "?", lists end with "*". */
type VariableOf<Expression extends string> =
  Expression extends `${"?" | "&" | ";"}${infer Names}`
    ? `?${Split<Names>}`
    : Expression extends `${"+" | "#" | "." | "/"}${infer Names}`
      ? Split<Names>
      : Split<Expression>;

type Split<Names extends string> = Names extends `${infer First},${infer Rest}`
  ? First | Split<Rest>
  : Names;

type BareName<Name extends string> = Name extends `?${infer Bare}`
  ? Bare
  : Name extends `${infer Bare}*`
    ? Bare
    : Name;

type ValueOf<Name extends string> = Name extends `?${string}`
  ? string | undefined
  : Name extends `${string}*`
    ? readonly string[]
    : string;
