import {
  normalizeEncoding,
  normalizeUri,
  withoutRoot,
} from "../../protocol/uri.ts";
import {
  type TemplateExpression,
  normalizeTemplate,
  parseTemplate,
  readTemplate,
} from "./template.ts";

/** What a URI gives the variables of a template; those it lacks are absent. */
export interface MatchedVariables {
  readonly [name: string]: string | readonly string[];
}

/** Reads the variables of a template back from a URI. */
export interface UriMatcher {
  /** The variables, in their order. */
  readonly names: readonly string[];
  /** Undefined when the URI is none of the template's. */
  readonly match: (uri: string) => MatchedVariables | undefined;
}

interface Values {
  [name: string]: string | readonly string[];
}

/** Longer URIs match no template. */
const maxLength = 8192;

/**
 * Makes the matcher of a URI template. It reads a URI from left to right and
 * never goes back, so its time is linear in the URI's length. Throws a
 * TypeError for what is no template, or one that a URI could fit in two ways.
 *
 * What a value can hold, percent-encoded or not:
 *
 * - `{name}`, `{.name}`, `{/name}`: one segment, not empty, without a slash or
 *   a backslash; `{/name*}` is a list of such segments.
 * - `{+name}`, `{#name}`: all that is left, slashes and all, not empty.
 * - `{?name}`, `{&name}`, `{;name}`: any text, also an empty one.
 *
 * No value is or has a segment "." or "..", holds a control character or a line
 * break, or is absolute: none begins with a slash, a backslash, a drive such as
 * `C:/`, or `file:`, unless the value is the URI as a whole.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6570#section-1.4 | RFC 6570, section 1.4}
 */
export function createUriMatcher(template: string): UriMatcher {
  const plan = createPlan(template);
  return {
    names: plan.names,
    match: (uri) =>
      uri.length > maxLength
        ? undefined
        : matchPlan(plan, normalizeEncoding(uri)),
  };
}

/** Makes the matcher of a URI template that takes each spelling of a URI. */
export function createResourceMatcher(template: string): UriMatcher {
  const { names, match } = createUriMatcher(template);
  return {
    names,
    match(spelling) {
      const uri = normalizeUri(spelling);
      return match(uri) ?? match(withoutRoot(uri));
    },
  };
}

/** As `createUriMatcher` does, at any length. */
export function matchPlan(plan: Plan, uri: string): Values | undefined {
  const { steps, after, pairs } = plan;
  // Without a prototype, no variable is there that the URI lacks.
  const values: Values = Object.create(null);
  const cut = pairs ? uri.indexOf(pairs.prefix) : -1;
  const body = cut < 0 ? uri : uri.slice(0, cut);
  let at = 0;
  for (const [index, step] of steps.entries()) {
    if (!body.startsWith(step.before, at)) return undefined;
    at += step.before.length;
    const end = endOf(body, at, plan, steps[index + 1]);
    const value = end > at ? readValue(body.slice(at, end), step) : undefined;
    if (value === undefined) return undefined;
    values[step.name] = value;
    at = end;
  }
  if (body.slice(at) !== after) return undefined;
  const fits =
    !pairs || cut < 0 || readPairs(uri.slice(cut + 1), pairs, values);
  return fits ? values : undefined;
}

/** Where a value ends: at what no value like it can hold, or at the end. */
function endOf(
  body: string,
  start: number,
  { after }: Plan,
  next: Step | undefined,
): number {
  if (!next) return body.length - after.length;
  return body.indexOf(next.stop, start) - next.before.indexOf(next.stop);
}

function readValue(
  raw: string,
  { kind, before }: Step,
): string | readonly string[] | undefined {
  switch (kind) {
    case "segment":
      return readSegment(raw);
    case "segments": {
      const segments = raw.split("/").map(readSegment);
      const known = segments.filter((one) => one !== undefined);
      return known.length === segments.length ? known : undefined;
    }
    case "rest":
      return readText(raw, before === "");
    default:
      return kind satisfies never;
  }
}

function readSegment(raw: string): string | undefined {
  const value = /[/?#]/.test(raw) ? undefined : readText(raw);
  if (value === undefined || value === "") return undefined;
  return /[\\/]/.test(value) ? undefined : value;
}

/** What handlers would take for a place of its own, whatever they put before it. */
const absolute = /^(?:[\\/]|[a-z]:(?:[\\/]|$)|file:)/i;

/** Nothing in a name, and what forges lines in logs and headers. */
const control = /[\p{Cc}\u2028\u2029]/u;

function readText(raw: string, isUri = false): string | undefined {
  const value = decode(raw);
  if (value === undefined || control.test(value)) return undefined;
  const isFileUri = isUri && /^file:/i.test(value);
  if (absolute.test(value) && !isFileUri) return undefined;
  const isDots = (segment: string) => segment === "." || segment === "..";
  return value.split(/[\\/]/).some(isDots) ? undefined : value;
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Pairs may come in any order, each once, and none that the template lacks. */
function readPairs(
  text: string,
  { separator, names }: Pairs,
  values: Values,
): boolean {
  return text.split(separator).every((pair) => {
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const raw = equals < 0 ? "" : pair.slice(equals + 1);
    const value = raw.includes("#") ? undefined : readText(raw);
    if (value === undefined || !names.includes(name) || name in values)
      return false;
    values[name] = value;
    return true;
  });
}

/** How the URIs of a template are read, from left to right. */
interface Plan {
  readonly steps: readonly Step[];
  /** The text after the last step. */
  readonly after: string;
  readonly pairs: Pairs | undefined;
  /** All variables, in their order. */
  readonly names: readonly string[];
}

/** Text that has to be there, and the variable that follows it. */
interface Step {
  readonly before: string;
  /** A character of that text which the variable before it never holds. */
  readonly stop: string;
  readonly name: string;
  readonly kind: "segment" | "segments" | "rest";
}

/** The pairs at the end of a template: `{?a,b}`, `{&a}`, `{;a}`. */
interface Pairs {
  readonly prefix: string;
  readonly separator: string;
  readonly names: readonly string[];
}

/** What the expansion of a simple variable never holds. */
const reserved = ":/?#[]@!$&'()*+,;=";

/** Throws a TypeError for a template that a URI could fit in two ways. */
export function createPlan(template: string): Plan {
  const steps: Step[] = [];
  let text = "";
  let pairs: Pairs | undefined;
  // Errors name the given template, and not its normal form.
  parseTemplate(template);
  const normal = normalizeTemplate(template);
  if (normal === undefined)
    throw new TypeError(`${template}: a ".." takes a variable away`);
  for (const part of readTemplate(normal)) {
    if (pairs) throw refuse(template, `something follows its pairs`);
    if (typeof part === "string") text += part;
    else if (isPairs(part)) pairs = toPairs(template, part);
    else {
      for (const step of toSteps(template, part)) {
        const before = text + step.before;
        steps.push(linked(template, { ...step, before }, steps.at(-1)));
        text = "";
      }
    }
  }
  const names = [...steps.map(({ name }) => name), ...(pairs?.names ?? [])];
  if (new Set(names).size < names.length)
    throw refuse(template, "a variable is there twice");
  const texts = [...steps.map(({ before }) => before), text];
  if (pairs && texts.join("").includes(pairs.prefix))
    throw refuse(template, `"${pairs.prefix}" is there before its pairs`);
  return { steps, after: text, pairs, names };
}

/** A step with what separates it from the one before it. */
function linked(
  template: string,
  step: Omit<Step, "stop">,
  previous: Step | undefined,
): Step {
  const stop = [...step.before].find((one) => reserved.includes(one));
  if (!previous) return { ...step, stop: "" };
  if (previous.kind !== "segment")
    throw refuse(template, `{${step.name}} follows what takes all the rest`);
  if (stop !== undefined) return { ...step, stop };
  throw refuse(
    template,
    `{${previous.name}} and {${step.name}} need a reserved character such as "/" between them`,
  );
}

function toSteps(
  template: string,
  { operator, variables }: TemplateExpression,
): Omit<Step, "stop">[] {
  const takesRest = operator === "+" || operator === "#";
  if (takesRest && variables.length > 1)
    throw refuse(template, `{${operator}…} has several variables`);
  return variables.map(({ name, explode, prefix }, index) => {
    if (prefix !== undefined || (explode && operator !== "/"))
      throw refuse(template, `{${name}} has a modifier`);
    const separator = operator === "" ? "," : operator;
    const isBare = operator === "+" || (operator === "" && index === 0);
    const kind = takesRest ? "rest" : explode ? "segments" : "segment";
    return { before: isBare ? "" : separator, name, kind };
  });
}

function isPairs({ operator }: TemplateExpression): boolean {
  return operator === "?" || operator === "&" || operator === ";";
}

function toPairs(
  template: string,
  { operator, variables }: TemplateExpression,
): Pairs {
  const modified = variables.find((one) => one.explode || one.prefix);
  if (modified) throw refuse(template, `{${modified.name}} has a modifier`);
  const separator = operator === ";" ? ";" : "&";
  return {
    prefix: operator,
    separator,
    names: variables.map(({ name }) => name),
  };
}

function refuse(template: string, reason: string): TypeError {
  return new TypeError(`${template} could be read in two ways: ${reason}`);
}
