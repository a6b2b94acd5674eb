/** Why a value does not fit: one place in it, and one reason. */
export interface Issue {
  /** Keys and indexes that lead from the value to the place. */
  readonly path: readonly (string | number)[];
  /** What is wrong there. */
  readonly message: string;
}

/** Values that nest deeper than this are refused: a guard must not overflow the stack. */
export const maxDepth = 500;

export type Fields = { readonly [key: string]: unknown };

export function hasFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface Report {
  path: (string | number)[];
  actual: unknown;
  expected: string;
}

/** Checks run one at a time, so that one report serves them all. */
export const report: Report = { path: [], actual: undefined, expected: "" };

export function fail(
  report: Report | undefined,
  actual: unknown,
  expected: string,
  ...path: (string | number)[]
): false {
  if (report === undefined) return false;
  report.path = path;
  report.actual = actual;
  report.expected = expected;
  return false;
}

export function failField(
  report: Report | undefined,
  value: unknown,
  name: string,
  expected: string,
): false {
  return hasFields(value)
    ? fail(report, value[name], expected, name)
    : fail(report, value, "an object");
}

export function within(
  report: Report | undefined,
  ...path: (string | number)[]
): false {
  if (report === undefined) return false;
  for (const segment of report.path) path.push(segment);
  report.path = path;
  return false;
}

/**
 * Mark of an object whose optional fields may be null although their types do not
 * admit it. It stands under a symbol, so that no JSON has it.
 */
export interface NullMark {
  /** The fields that are null, by the marks of their objects. */
  readonly nulls: (readonly [mark: NullMark, name: string])[];
}

/** Returns the mark of a value; undefined for a check that is only one of several tries. */
export function nullMark(
  report: Report | undefined,
  value: unknown,
): NullMark | undefined {
  if (report === undefined || typeof value !== "object" || value === null)
    return undefined;
  return Reflect.get(value, Symbol.for("mcp-gen:nulls"));
}

/** Lists a field as absent if null counts as such in its object. Returns true if it does. */
export function leavesOut(
  report: Report | undefined,
  owner: Fields,
  name: string,
): boolean {
  const mark = nullMark(report, owner);
  mark?.nulls.push([mark, name]);
  return mark !== undefined;
}

/** Tries the members of a union that refused a value again, with null as absent. */
export function fitsWithoutNulls(
  report: Report | undefined,
  value: unknown,
  ...checks: readonly Check[]
): boolean {
  const nulls = nullMark(report, value)?.nulls;
  if (nulls === undefined) return false;
  const { length } = nulls;
  return checks.some((check) => {
    nulls.length = length;
    return check(value, report, 0);
  });
}

/** Takes over what a guard of another module says of a value. */
export function borrow(
  report: Report | undefined,
  value: unknown,
  issue: Issue | undefined,
): boolean {
  if (issue === undefined || report === undefined) return issue === undefined;
  const { path, message } = issue;
  report.path = [...path];
  report.actual = value;
  for (const key of path) {
    const holder = Object(report.actual);
    report.actual = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  report.expected = message.slice(
    "expected ".length,
    message.lastIndexOf(", found "),
  );
  return false;
}

/** Puts the report into words, and keeps nothing of the value. */
export function takeIssue(): Issue {
  const { path, actual, expected } = report;
  report.actual = undefined;
  const type = actual === null ? "null" : typeof actual;
  const kind = Array.isArray(actual) ? "array" : type;
  const found = actual === undefined ? "nothing" : kind;
  return { path, message: `expected ${expected}, found ${found}` };
}

/** JSON Schema counts characters, not UTF-16 units: there are at least half as many. */
export function isShorter(text: string, count: number): boolean {
  if (text.length < count) return true;
  return text.length < 2 * count && characters(text) < count;
}

export function isLonger(text: string, count: number): boolean {
  return text.length > count && characters(text) > count;
}

export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** As both numbers are written: 0.3 is a multiple of 0.1, and in binary it is not. */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of))
    return value % of === 0;
  if (!Number.isFinite(value)) return false;
  const [digits, power] = decimal(value);
  const [divisor, other] = decimal(of);
  const shift = BigInt(10) ** BigInt(Math.abs(power - other));
  return power < other
    ? digits % (divisor * shift) === BigInt(0)
    : (digits * shift) % divisor === BigInt(0);
}

/** A number as an integer and a power of ten. */
export function decimal(value: number): [digits: bigint, power: number] {
  const [text = "", power] = value.toExponential().split("e");
  const [whole = "", fraction = ""] = text.split(".");
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}

/** Few items are compared with each other; of many, only what they come to as text. */
export function unique(items: readonly unknown[]): boolean {
  if (items.length > 8) return differ(items);
  for (let i = 1; i < items.length; i++)
    for (let j = 0; j < i; j++) if (equal(items[i], items[j], 0)) return false;
  return true;
}

export function differ(items: readonly unknown[]): boolean {
  const scalars: Set<unknown> = new Set();
  const texts: Set<string> = new Set();
  for (const item of items) {
    if (typeof item === "object" && item !== null) {
      const text = textOf(item, 0);
      if (text === undefined || texts.has(text)) return false;
      texts.add(text);
    } else {
      if (scalars.has(item)) return false;
      scalars.add(item);
    }
  }
  return true;
}

/** Equal values come to the same text, whatever the order of their keys. */
export function textOf(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null)
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  if (depth > maxDepth) return undefined;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const text = textOf(item, depth + 1);
      if (text === undefined) return undefined;
      parts.push(text);
    }
    return `[${parts.join()}]`;
  }
  for (const [key, entry] of Object.entries(value)) {
    const text = textOf(entry, depth + 1);
    if (text === undefined) return undefined;
    parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.sort().join()}}`;
}

/** Values that are too deep to compare count as equal, so that they are refused. */
export function equal(a: unknown, b: unknown, depth: number): boolean {
  if (depth > maxDepth) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return (
      a.length === b.length &&
      a.every((item, i) => equal(item, b[i], depth + 1))
    );
  if (!hasFields(a) || !hasFields(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && equal(a[key], b[key], depth + 1),
    )
  );
}

export type Check = (
  value: unknown,
  report: Report | undefined,
  depth: number,
) => boolean;

/** What checks have found of objects while one value is checked, by the number of the check. */
export const found: WeakMap<object, boolean>[] = [];

/** Begins with a value: what has been found of another may have changed since. */
export function begin(
  check: Check,
  value: unknown,
  report: Report | undefined,
): boolean {
  found.length = 0;
  try {
    return check(value, report, 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fail(report, value, "less nesting");
  }
}

/** Ends it for the whole value: a schema may ask that a part of it does not fit. */
export function refuseDepth(): never {
  throw new RangeError("the value nests too deep");
}

/** What the check of that number has found; a reason is looked for again. */
export function recall(
  check: number,
  value: unknown,
  report: Report | undefined,
): boolean | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const known = found[check]?.get(value);
  return known === false && report !== undefined ? undefined : known;
}

export function keep(check: number, value: unknown, fits: boolean): boolean {
  if (typeof value !== "object" || value === null) return fits;
  let known = found[check];
  if (known === undefined) known = new WeakMap();
  found[check] = known.set(value, fits);
  return fits;
}
