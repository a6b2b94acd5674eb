import { comment } from "../print/comment.ts";
import { lines } from "../print/layout.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { calledNames } from "./called.ts";

/** The deepest nesting that a guard follows; deeper values are refused. */
export const maxDepth = 500;

/**
 * The names that the fixed part of the module declares. No guard has one of them:
 * guards start with `is` and `validate`, and their checks with `check`.
 */
export const helperNames: readonly string[] = [
  "Issue",
  "Report",
  "Fields",
  "report",
  "maxDepth",
  "takeIssue",
  "hasFields",
  "fail",
  "failField",
  "within",
  "characters",
  "unique",
  "equal",
];

/** Globals that the emitted code uses, whatever the schema calls its types. */
export const globals: readonly string[] = [
  "Array",
  "Number",
  "Object",
  "RegExp",
];

export const issueType: Item = {
  kind: "type",
  exported: true,
  name: "Issue",
  comment: comment(
    "Why a value does not fit: one place in it, and one reason.",
  ),
  text: lines(
    "interface Issue {",
    "  /** Keys and indexes that lead from the value to the place. */",
    "  readonly path: readonly (string | number)[];",
    "  readonly message: string;",
    "}",
  ),
};

/** What the checks call, as far as one of them does. */
export function helperItems(checks: readonly FunctionItem[]): Item[] {
  if (checks.length === 0) return [];
  const called = calledNames(checks.map(({ body }) => body));
  const comparing = called.has("unique");
  const choosing = called.has("failField");
  const deep = checks.some(({ parameters }) =>
    parameters.some(({ name }) => name === "depth"),
  );
  return [
    ...(deep || comparing ? [depthLimit] : []),
    ...(comparing || choosing || called.has("hasFields")
      ? [fieldsType, hasFields]
      : []),
    reportType,
    reportConstant,
    fail,
    ...(choosing ? [failField] : []),
    ...(called.has("within") ? [within] : []),
    takeIssue,
    ...(called.has("characters") ? [characters] : []),
    ...(comparing ? [unique, equal] : []),
  ];
}

const depthLimit: Item = {
  kind: "constant",
  exported: true,
  comment: comment(
    "Values that nest deeper than this are refused: a guard must not overflow the stack.",
  ),
  name: "maxDepth",
  value: String(maxDepth),
};

const fieldsType: Item = {
  kind: "type",
  exported: false,
  name: "Fields",
  text: "type Fields = { readonly [key: string]: unknown };",
};

const reportType: Item = {
  kind: "type",
  exported: false,
  name: "Report",
  text: lines(
    "interface Report {",
    "  path: (string | number)[];",
    "  actual: unknown;",
    "  expected: string;",
    "}",
  ),
};

const reportConstant: Item = {
  kind: "constant",
  exported: false,
  comment: comment(
    "Checks run one at a time, so that one report serves them all.",
  ),
  name: "report",
  type: "Report",
  value: '{ path: [], actual: undefined, expected: "" }',
};

const hasFields: FunctionItem = {
  kind: "function",
  exported: false,
  name: "hasFields",
  parameters: [{ name: "value", type: "unknown" }],
  returns: "value is Fields",
  body: [
    'return typeof value === "object" && value !== null && !Array.isArray(value);',
  ],
};

const fail: FunctionItem = {
  kind: "function",
  exported: false,
  name: "fail",
  parameters: [
    { name: "report", type: "Report | undefined" },
    { name: "actual", type: "unknown" },
    { name: "expected", type: "string" },
    { name: "...path", type: "(string | number)[]" },
  ],
  returns: "false",
  body: [
    "if (report === undefined) return false;",
    "report.path = path;",
    "report.actual = actual;",
    "report.expected = expected;",
    "return false;",
  ],
};

const failField: FunctionItem = {
  kind: "function",
  exported: false,
  name: "failField",
  parameters: [
    { name: "report", type: "Report | undefined" },
    { name: "value", type: "unknown" },
    { name: "name", type: "string" },
    { name: "expected", type: "string" },
  ],
  returns: "false",
  body: [
    "return hasFields(value)",
    "  ? fail(report, value[name], expected, name)",
    '  : fail(report, value, "an object");',
  ],
};

const within: FunctionItem = {
  kind: "function",
  exported: false,
  name: "within",
  parameters: [
    { name: "report", type: "Report | undefined" },
    { name: "...path", type: "(string | number)[]" },
  ],
  returns: "false",
  body: [
    "if (report === undefined) return false;",
    "for (const segment of report.path) path.push(segment);",
    "report.path = path;",
    "return false;",
  ],
};

const takeIssue: FunctionItem = {
  kind: "function",
  exported: false,
  comment: comment(
    "Puts the report into words, and keeps nothing of the value.",
  ),
  name: "takeIssue",
  parameters: [],
  returns: "Issue",
  body: [
    "const { path, actual, expected } = report;",
    "report.actual = undefined;",
    'const type = actual === null ? "null" : typeof actual;',
    'const kind = Array.isArray(actual) ? "array" : type;',
    'const found = actual === undefined ? "nothing" : kind;',
    "return { path, message: `expected ${expected}, found ${found}` };",
  ],
};

const characters: FunctionItem = {
  kind: "function",
  exported: false,
  comment: comment("JSON Schema counts characters, not UTF-16 units."),
  name: "characters",
  parameters: [{ name: "text", type: "string" }],
  returns: "number",
  body: ["let count = 0;", "for (const _ of text) count++;", "return count;"],
};

const unique: FunctionItem = {
  kind: "function",
  exported: false,
  name: "unique",
  parameters: [{ name: "items", type: "readonly unknown[]" }],
  returns: "boolean",
  body: [
    "for (let i = 1; i < items.length; i++)",
    "  for (let j = 0; j < i; j++) if (equal(items[i], items[j], 0)) return false;",
    "return true;",
  ],
};

const equal: FunctionItem = {
  kind: "function",
  exported: false,
  comment: comment(
    "Values that are too deep to compare count as equal, so that they are refused.",
  ),
  name: "equal",
  parameters: [
    { name: "a", type: "unknown" },
    { name: "b", type: "unknown" },
    { name: "depth", type: "number" },
  ],
  returns: "boolean",
  body: [
    "if (depth > maxDepth) return true;",
    "if (Array.isArray(a) && Array.isArray(b))",
    "  return (",
    "    a.length === b.length &&",
    "    a.every((item, i) => equal(item, b[i], depth + 1))",
    "  );",
    "if (!hasFields(a) || !hasFields(b)) return a === b;",
    "const keys = Object.keys(a);",
    "return (",
    "  keys.length === Object.keys(b).length &&",
    "  keys.every(",
    "    (key) => Object.hasOwn(b, key) && equal(a[key], b[key], depth + 1),",
    "  )",
    ");",
  ],
};
