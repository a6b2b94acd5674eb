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

/** JSON Schema counts characters, not UTF-16 units. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function unique(items: readonly unknown[]): boolean {
  for (let i = 1; i < items.length; i++)
    for (let j = 0; j < i; j++) if (equal(items[i], items[j], 0)) return false;
  return true;
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
