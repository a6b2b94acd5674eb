// Built from templates/emitted/guards.ts by `npm run build`: changes made here are lost.

import type { FixedCode } from "../print/module.ts";

export type Name =
  | "Issue"
  | "maxDepth"
  | "Fields"
  | "hasFields"
  | "Report"
  | "report"
  | "fail"
  | "failField"
  | "within"
  | "borrow"
  | "takeIssue"
  | "characters"
  | "unique"
  | "equal";

export const code: Readonly<Record<Name, FixedCode>> = {
  Issue: {
    name: "Issue",
    isType: true,
    needs: [],
    comment:
      "/** Why a value does not fit: one place in it, and one reason. */",
    ts: "interface Issue {\n  /** Keys and indexes that lead from the value to the place. */\n  readonly path: readonly (string | number)[];\n  /** What is wrong there. */\n  readonly message: string;\n}",
  },
  maxDepth: {
    name: "maxDepth",
    isType: false,
    needs: [],
    comment:
      "/** Values that nest deeper than this are refused: a guard must not overflow the stack. */",
    ts: "const maxDepth = 500;",
    js: "const maxDepth = 500;",
    declaration: "declare const maxDepth = 500;",
  },
  Fields: {
    name: "Fields",
    isType: true,
    needs: [],
    ts: "type Fields = { readonly [key: string]: unknown };",
  },
  hasFields: {
    name: "hasFields",
    isType: false,
    needs: ["Fields"],
    ts: 'function hasFields(value: unknown): value is Fields {\n  return typeof value === "object" && value !== null && !Array.isArray(value);\n}',
    js: 'function hasFields(value) {\n  return typeof value === "object" && value !== null && !Array.isArray(value);\n}',
    declaration: "declare function hasFields(value: unknown): value is Fields;",
  },
  Report: {
    name: "Report",
    isType: true,
    needs: [],
    ts: "interface Report {\n  path: (string | number)[];\n  actual: unknown;\n  expected: string;\n}",
  },
  report: {
    name: "report",
    isType: false,
    needs: ["Report"],
    comment:
      "/** Checks run one at a time, so that one report serves them all. */",
    ts: 'const report: Report = { path: [], actual: undefined, expected: "" };',
    js: 'const report = { path: [], actual: undefined, expected: "" };',
    declaration: "declare const report: Report;",
  },
  fail: {
    name: "fail",
    isType: false,
    needs: ["Report"],
    ts: "function fail(\n  report: Report | undefined,\n  actual: unknown,\n  expected: string,\n  ...path: (string | number)[]\n): false {\n  if (report === undefined) return false;\n  report.path = path;\n  report.actual = actual;\n  report.expected = expected;\n  return false;\n}",
    js: "function fail(report, actual, expected, ...path) {\n  if (report === undefined) return false;\n  report.path = path;\n  report.actual = actual;\n  report.expected = expected;\n  return false;\n}",
    declaration:
      "declare function fail(\n  report: Report | undefined,\n  actual: unknown,\n  expected: string,\n  ...path: (string | number)[]\n): false;",
  },
  failField: {
    name: "failField",
    isType: false,
    needs: ["Report", "hasFields", "fail"],
    ts: 'function failField(\n  report: Report | undefined,\n  value: unknown,\n  name: string,\n  expected: string,\n): false {\n  return hasFields(value)\n    ? fail(report, value[name], expected, name)\n    : fail(report, value, "an object");\n}',
    js: 'function failField(report, value, name, expected) {\n  return hasFields(value)\n    ? fail(report, value[name], expected, name)\n    : fail(report, value, "an object");\n}',
    declaration:
      "declare function failField(\n  report: Report | undefined,\n  value: unknown,\n  name: string,\n  expected: string,\n): false;",
  },
  within: {
    name: "within",
    isType: false,
    needs: ["Report"],
    ts: "function within(\n  report: Report | undefined,\n  ...path: (string | number)[]\n): false {\n  if (report === undefined) return false;\n  for (const segment of report.path) path.push(segment);\n  report.path = path;\n  return false;\n}",
    js: "function within(report, ...path) {\n  if (report === undefined) return false;\n  for (const segment of report.path) path.push(segment);\n  report.path = path;\n  return false;\n}",
    declaration:
      "declare function within(\n  report: Report | undefined,\n  ...path: (string | number)[]\n): false;",
  },
  borrow: {
    name: "borrow",
    isType: false,
    needs: ["Report", "Issue"],
    comment:
      "/** Takes over what a guard of another module says of a value. */",
    ts: 'function borrow(\n  report: Report | undefined,\n  value: unknown,\n  issue: Issue | undefined,\n): boolean {\n  if (issue === undefined || report === undefined) return issue === undefined;\n  const { path, message } = issue;\n  report.path = [...path];\n  report.actual = value;\n  for (const key of path) {\n    const holder = Object(report.actual);\n    report.actual = Object.hasOwn(holder, key) ? holder[key] : undefined;\n  }\n  report.expected = message.slice(\n    "expected ".length,\n    message.lastIndexOf(", found "),\n  );\n  return false;\n}',
    js: 'function borrow(report, value, issue) {\n  if (issue === undefined || report === undefined) return issue === undefined;\n  const { path, message } = issue;\n  report.path = [...path];\n  report.actual = value;\n  for (const key of path) {\n    const holder = Object(report.actual);\n    report.actual = Object.hasOwn(holder, key) ? holder[key] : undefined;\n  }\n  report.expected = message.slice(\n    "expected ".length,\n    message.lastIndexOf(", found "),\n  );\n  return false;\n}',
    declaration:
      "declare function borrow(\n  report: Report | undefined,\n  value: unknown,\n  issue: Issue | undefined,\n): boolean;",
  },
  takeIssue: {
    name: "takeIssue",
    isType: false,
    needs: ["Issue", "report"],
    comment:
      "/** Puts the report into words, and keeps nothing of the value. */",
    ts: 'function takeIssue(): Issue {\n  const { path, actual, expected } = report;\n  report.actual = undefined;\n  const type = actual === null ? "null" : typeof actual;\n  const kind = Array.isArray(actual) ? "array" : type;\n  const found = actual === undefined ? "nothing" : kind;\n  return { path, message: `expected ${expected}, found ${found}` };\n}',
    js: 'function takeIssue() {\n  const { path, actual, expected } = report;\n  report.actual = undefined;\n  const type = actual === null ? "null" : typeof actual;\n  const kind = Array.isArray(actual) ? "array" : type;\n  const found = actual === undefined ? "nothing" : kind;\n  return { path, message: `expected ${expected}, found ${found}` };\n}',
    declaration: "declare function takeIssue(): Issue;",
  },
  characters: {
    name: "characters",
    isType: false,
    needs: [],
    comment: "/** JSON Schema counts characters, not UTF-16 units. */",
    ts: "function characters(text: string): number {\n  let count = 0;\n  for (const _ of text) count++;\n  return count;\n}",
    js: "function characters(text) {\n  let count = 0;\n  for (const _ of text) count++;\n  return count;\n}",
    declaration: "declare function characters(text: string): number;",
  },
  unique: {
    name: "unique",
    isType: false,
    needs: ["equal"],
    ts: "function unique(items: readonly unknown[]): boolean {\n  for (let i = 1; i < items.length; i++)\n    for (let j = 0; j < i; j++) if (equal(items[i], items[j], 0)) return false;\n  return true;\n}",
    js: "function unique(items) {\n  for (let i = 1; i < items.length; i++)\n    for (let j = 0; j < i; j++) if (equal(items[i], items[j], 0)) return false;\n  return true;\n}",
    declaration: "declare function unique(items: readonly unknown[]): boolean;",
  },
  equal: {
    name: "equal",
    isType: false,
    needs: ["maxDepth", "hasFields"],
    comment:
      "/** Values that are too deep to compare count as equal, so that they are refused. */",
    ts: "function equal(a: unknown, b: unknown, depth: number): boolean {\n  if (depth > maxDepth) return true;\n  if (Array.isArray(a) && Array.isArray(b))\n    return (\n      a.length === b.length &&\n      a.every((item, i) => equal(item, b[i], depth + 1))\n    );\n  if (!hasFields(a) || !hasFields(b)) return a === b;\n  const keys = Object.keys(a);\n  return (\n    keys.length === Object.keys(b).length &&\n    keys.every(\n      (key) => Object.hasOwn(b, key) && equal(a[key], b[key], depth + 1),\n    )\n  );\n}",
    js: "function equal(a, b, depth) {\n  if (depth > maxDepth) return true;\n  if (Array.isArray(a) && Array.isArray(b))\n    return (\n      a.length === b.length &&\n      a.every((item, i) => equal(item, b[i], depth + 1))\n    );\n  if (!hasFields(a) || !hasFields(b)) return a === b;\n  const keys = Object.keys(a);\n  return (\n    keys.length === Object.keys(b).length &&\n    keys.every(\n      (key) => Object.hasOwn(b, key) && equal(a[key], b[key], depth + 1),\n    )\n  );\n}",
    declaration:
      "declare function equal(a: unknown, b: unknown, depth: number): boolean;",
  },
};
