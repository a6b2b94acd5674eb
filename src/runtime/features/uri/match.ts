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

/** Variables of a URI; absent if the URI does not have them. */
export interface MatchedVariables {
  readonly [name: string]: string | readonly string[];
}

/** Extracts the variables of a template from a URI. */
export interface UriMatcher {
  /** Names of the variables, in order. */
  readonly names: readonly string[];
  /** Returns the variables; undefined if the URI does not match. */
  readonly match: (uri: string) => MatchedVariables | undefined;
}

interface Values {
  [name: string]: string | readonly string[];
}

/** Maximum length of a URI that can match. */
const maxLength = 8192;

/**
 * Creates a matcher for a URI template. It reads a URI from left to right without
 * backtracking, so its time is linear in the URI's length. Throws a TypeError for an invalid
 * template, and for one that a URI can match in two ways.
 *
 * Valid values, percent-encoded or not:
 *
 * - `{name}`, `{.name}`, `{/name}`: one segment, not empty, without slashes and
 *   backslashes; `{/name*}` is a list of such segments.
 * - `{+name}`, `{#name}`: the rest with all slashes, not empty.
 * - `{?name}`, `{&name}`, `{;name}`: any text, also empty.
 *
 * A value must not contain a segment "." or "..", a control character or a line break. It
 * must not be absolute: start with a slash, a backslash, a drive such as `C:/`, or `file:`,
 * unless the value is the whole URI.
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

/** Creates a matcher that accepts every spelling of a URI. */
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

/** Matches like `createUriMatcher`, at any length. */
export function matchPlan(plan: Plan, uri: string): Values | undefined {
  const { steps, after, pairs } = plan;
  // Without a prototype, the object has only these names.
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

/** Returns the end of a value: the next separator, or the end of the text. */
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

/** Absolute paths: joined with a folder, they could lead out of it. */
const absolute = /^(?:[\\/]|[a-z]:(?:[\\/]|$)|file:)/i;

/** Control characters: they have no use in names, and could forge lines in logs and headers. */
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

/** Parses the pairs: in any order, each at most once, and only pairs of the template. */
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

/** Steps that match the URIs of a template, from left to right. */
interface Plan {
  readonly steps: readonly Step[];
  /** Text after the last step. */
  readonly after: string;
  readonly pairs: Pairs | undefined;
  /** Names of all variables, in order. */
  readonly names: readonly string[];
}

/** Fixed text, and the variable that follows it. */
interface Step {
  readonly before: string;
  /** Character of the text that the variable before it never contains. */
  readonly stop: string;
  readonly name: string;
  readonly kind: "segment" | "segments" | "rest";
}

/** Pairs at the end of a template: `{?a,b}`, `{&a}`, `{;a}`. */
interface Pairs {
  readonly prefix: string;
  readonly separator: string;
  readonly names: readonly string[];
}

/** Characters that the expansion of a simple variable never contains. */
const reserved = ":/?#[]@!$&'()*+,;=";

/**
 * Creates the plan of a template. Throws a TypeError for a template that a URI can match in
 * two ways.
 */
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
    throw refuse(template, "it has a variable twice");
  const texts = [...steps.map(({ before }) => before), text];
  if (pairs && texts.join("").includes(pairs.prefix))
    throw refuse(template, `"${pairs.prefix}" occurs before its pairs`);
  return { steps, after: text, pairs, names };
}

/** Returns a step with the separator from the step before it. */
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
