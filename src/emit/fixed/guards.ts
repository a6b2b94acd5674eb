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
  | "isShorter"
  | "isLonger"
  | "characters"
  | "isMultiple"
  | "decimal"
  | "unique"
  | "differ"
  | "textOf"
  | "equal"
  | "Check"
  | "found"
  | "begin"
  | "refuseDepth"
  | "recall"
  | "keep";

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
  isShorter: {
    name: "isShorter",
    isType: false,
    needs: ["characters"],
    comment:
      "/** JSON Schema counts characters, not UTF-16 units: there are at least half as many. */",
    ts: "function isShorter(text: string, count: number): boolean {\n  if (text.length < count) return true;\n  return text.length < 2 * count && characters(text) < count;\n}",
    js: "function isShorter(text, count) {\n  if (text.length < count) return true;\n  return text.length < 2 * count && characters(text) < count;\n}",
    declaration:
      "declare function isShorter(text: string, count: number): boolean;",
  },
  isLonger: {
    name: "isLonger",
    isType: false,
    needs: ["characters"],
    ts: "function isLonger(text: string, count: number): boolean {\n  return text.length > count && characters(text) > count;\n}",
    js: "function isLonger(text, count) {\n  return text.length > count && characters(text) > count;\n}",
    declaration:
      "declare function isLonger(text: string, count: number): boolean;",
  },
  characters: {
    name: "characters",
    isType: false,
    needs: [],
    ts: "function characters(text: string): number {\n  let count = 0;\n  for (const _ of text) count++;\n  return count;\n}",
    js: "function characters(text) {\n  let count = 0;\n  for (const _ of text) count++;\n  return count;\n}",
    declaration: "declare function characters(text: string): number;",
  },
  isMultiple: {
    name: "isMultiple",
    isType: false,
    needs: ["decimal"],
    comment:
      "/** As both numbers are written: 0.3 is a multiple of 0.1, and in binary it is not. */",
    ts: "function isMultiple(value: number, of: number): boolean {\n  if (Number.isSafeInteger(value) && Number.isSafeInteger(of))\n    return value % of === 0;\n  if (!Number.isFinite(value)) return false;\n  const [digits, power] = decimal(value);\n  const [divisor, other] = decimal(of);\n  const shift = BigInt(10) ** BigInt(Math.abs(power - other));\n  return power < other\n    ? digits % (divisor * shift) === BigInt(0)\n    : (digits * shift) % divisor === BigInt(0);\n}",
    js: "function isMultiple(value, of) {\n  if (Number.isSafeInteger(value) && Number.isSafeInteger(of))\n    return value % of === 0;\n  if (!Number.isFinite(value)) return false;\n  const [digits, power] = decimal(value);\n  const [divisor, other] = decimal(of);\n  const shift = BigInt(10) ** BigInt(Math.abs(power - other));\n  return power < other\n    ? digits % (divisor * shift) === BigInt(0)\n    : (digits * shift) % divisor === BigInt(0);\n}",
    declaration:
      "declare function isMultiple(value: number, of: number): boolean;",
  },
  decimal: {
    name: "decimal",
    isType: false,
    needs: [],
    comment: "/** A number as an integer and a power of ten. */",
    ts: 'function decimal(value: number): [digits: bigint, power: number] {\n  const [text = "", power] = value.toExponential().split("e");\n  const [whole = "", fraction = ""] = text.split(".");\n  return [BigInt(whole + fraction), Number(power) - fraction.length];\n}',
    js: 'function decimal(value) {\n  const [text = "", power] = value.toExponential().split("e");\n  const [whole = "", fraction = ""] = text.split(".");\n  return [BigInt(whole + fraction), Number(power) - fraction.length];\n}',
    declaration:
      "declare function decimal(value: number): [digits: bigint, power: number];",
  },
  unique: {
    name: "unique",
    isType: false,
    needs: ["differ", "equal"],
    comment:
      "/** Few items are compared with each other; of many, only what they come to as text. */",
    ts: "function unique(items: readonly unknown[]): boolean {\n  if (items.length > 8) return differ(items);\n  for (let i = 1; i < items.length; i++)\n    for (let j = 0; j < i; j++) if (equal(items[i], items[j], 0)) return false;\n  return true;\n}",
    js: "function unique(items) {\n  if (items.length > 8) return differ(items);\n  for (let i = 1; i < items.length; i++)\n    for (let j = 0; j < i; j++) if (equal(items[i], items[j], 0)) return false;\n  return true;\n}",
    declaration: "declare function unique(items: readonly unknown[]): boolean;",
  },
  differ: {
    name: "differ",
    isType: false,
    needs: ["textOf"],
    ts: 'function differ(items: readonly unknown[]): boolean {\n  const scalars: Set<unknown> = new Set();\n  const texts: Set<string> = new Set();\n  for (const item of items) {\n    if (typeof item === "object" && item !== null) {\n      const text = textOf(item, 0);\n      if (text === undefined || texts.has(text)) return false;\n      texts.add(text);\n    } else {\n      if (scalars.has(item)) return false;\n      scalars.add(item);\n    }\n  }\n  return true;\n}',
    js: 'function differ(items) {\n  const scalars = new Set();\n  const texts = new Set();\n  for (const item of items) {\n    if (typeof item === "object" && item !== null) {\n      const text = textOf(item, 0);\n      if (text === undefined || texts.has(text)) return false;\n      texts.add(text);\n    } else {\n      if (scalars.has(item)) return false;\n      scalars.add(item);\n    }\n  }\n  return true;\n}',
    declaration: "declare function differ(items: readonly unknown[]): boolean;",
  },
  textOf: {
    name: "textOf",
    isType: false,
    needs: ["maxDepth"],
    comment:
      "/** Equal values come to the same text, whatever the order of their keys. */",
    ts: 'function textOf(value: unknown, depth: number): string | undefined {\n  if (typeof value !== "object" || value === null)\n    return typeof value === "string" ? JSON.stringify(value) : String(value);\n  if (depth > maxDepth) return undefined;\n  const parts: string[] = [];\n  if (Array.isArray(value)) {\n    for (const item of value) {\n      const text = textOf(item, depth + 1);\n      if (text === undefined) return undefined;\n      parts.push(text);\n    }\n    return `[${parts.join()}]`;\n  }\n  for (const [key, entry] of Object.entries(value)) {\n    const text = textOf(entry, depth + 1);\n    if (text === undefined) return undefined;\n    parts.push(`${JSON.stringify(key)}:${text}`);\n  }\n  return `{${parts.sort().join()}}`;\n}',
    js: 'function textOf(value, depth) {\n  if (typeof value !== "object" || value === null)\n    return typeof value === "string" ? JSON.stringify(value) : String(value);\n  if (depth > maxDepth) return undefined;\n  const parts = [];\n  if (Array.isArray(value)) {\n    for (const item of value) {\n      const text = textOf(item, depth + 1);\n      if (text === undefined) return undefined;\n      parts.push(text);\n    }\n    return `[${parts.join()}]`;\n  }\n  for (const [key, entry] of Object.entries(value)) {\n    const text = textOf(entry, depth + 1);\n    if (text === undefined) return undefined;\n    parts.push(`${JSON.stringify(key)}:${text}`);\n  }\n  return `{${parts.sort().join()}}`;\n}',
    declaration:
      "declare function textOf(\n  value: unknown,\n  depth: number,\n): string | undefined;",
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
  Check: {
    name: "Check",
    isType: true,
    needs: ["Report"],
    ts: "type Check = (\n  value: unknown,\n  report: Report | undefined,\n  depth: number,\n) => boolean;",
  },
  found: {
    name: "found",
    isType: false,
    needs: [],
    comment:
      "/** What checks have found of objects while one value is checked, by the number of the check. */",
    ts: "const found: WeakMap<object, boolean>[] = [];",
    js: "const found = [];",
    declaration: "declare const found: WeakMap<object, boolean>[];",
  },
  begin: {
    name: "begin",
    isType: false,
    needs: ["Check", "Report", "found", "fail"],
    comment:
      "/** Begins with a value: what has been found of another may have changed since. */",
    ts: 'function begin(\n  check: Check,\n  value: unknown,\n  report: Report | undefined,\n): boolean {\n  found.length = 0;\n  try {\n    return check(value, report, 0);\n  } catch (error) {\n    if (!(error instanceof RangeError)) throw error;\n    return fail(report, value, "less nesting");\n  }\n}',
    js: 'function begin(check, value, report) {\n  found.length = 0;\n  try {\n    return check(value, report, 0);\n  } catch (error) {\n    if (!(error instanceof RangeError)) throw error;\n    return fail(report, value, "less nesting");\n  }\n}',
    declaration:
      "declare function begin(\n  check: Check,\n  value: unknown,\n  report: Report | undefined,\n): boolean;",
  },
  refuseDepth: {
    name: "refuseDepth",
    isType: false,
    needs: [],
    comment:
      "/** Ends it for the whole value: a schema may ask that a part of it does not fit. */",
    ts: 'function refuseDepth(): never {\n  throw new RangeError("the value nests too deep");\n}',
    js: 'function refuseDepth() {\n  throw new RangeError("the value nests too deep");\n}',
    declaration: "declare function refuseDepth(): never;",
  },
  recall: {
    name: "recall",
    isType: false,
    needs: ["Report", "found"],
    comment:
      "/** What the check of that number has found; a reason is looked for again. */",
    ts: 'function recall(\n  check: number,\n  value: unknown,\n  report: Report | undefined,\n): boolean | undefined {\n  if (typeof value !== "object" || value === null) return undefined;\n  const known = found[check]?.get(value);\n  return known === false && report !== undefined ? undefined : known;\n}',
    js: 'function recall(check, value, report) {\n  if (typeof value !== "object" || value === null) return undefined;\n  const known = found[check]?.get(value);\n  return known === false && report !== undefined ? undefined : known;\n}',
    declaration:
      "declare function recall(\n  check: number,\n  value: unknown,\n  report: Report | undefined,\n): boolean | undefined;",
  },
  keep: {
    name: "keep",
    isType: false,
    needs: ["found"],
    ts: 'function keep(check: number, value: unknown, fits: boolean): boolean {\n  if (typeof value !== "object" || value === null) return fits;\n  let known = found[check];\n  if (known === undefined) known = new WeakMap();\n  found[check] = known.set(value, fits);\n  return fits;\n}',
    js: 'function keep(check, value, fits) {\n  if (typeof value !== "object" || value === null) return fits;\n  let known = found[check];\n  if (known === undefined) known = new WeakMap();\n  found[check] = known.set(value, fits);\n  return fits;\n}',
    declaration:
      "declare function keep(\n  check: number,\n  value: unknown,\n  fits: boolean,\n): boolean;",
  },
};
