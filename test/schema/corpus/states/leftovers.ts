/** Types that nothing refers to. */
export const leftovers: readonly string[] = [
  `\nexport interface Leftover {\n  /** TODO */\n  a: string;\n  b?: Leftover[];\n}\n`,
  `\ninterface Hidden { a: 1 | 2 | "x"; [key: string]: unknown }\n`,
  `\nexport type Draft = string | number | null | { kind: "a" } | { kind: "b"; n: number }[];\n`,
  `\nexport type Empty = {};\n`,
  `\nexport interface Nothing {}\n`,
  `\nexport const SOMETHING = 42;\nexport const OTHER = "x" as const;\n`,
  `\nexport type Pair = [string, number];\nexport type MaybePair = Pair | undefined;\n`,
  `\nexport interface FooRequest { method: "foo/bar"; params: { a: string } }\n`,
  `\nexport interface FooRequest { method: "foo/bar"; params?: any }\nexport interface FooResult { ok: boolean }\n`,
  `\nexport interface BarNotification { method: "notifications/bar" }\n`,
];

/** Comments as they are left behind. */
export const comments: readonly string[] = [
  "/* TODO */",
  "// FIXME: not sure\n",
  "/** Described\n * twice: {@link Nothing}\n */",
  "/**/",
  "/***/",
  '/* a "quoted" * / thing */',
  "\n\n/*****************\n * SECTION      *\n *****************/\n",
  "\n// export interface Old {\n//   a: string;\n// }\n",
  "\n/*\nexport interface Old {\n  a: string;\n}\n*/\n",
  "/** @deprecated use `${x}` */",
  '\n/// <reference types="x" />\n',
  "\n// @ts-ignore\n",
  "/** @minimum 0\n @maximum */",
  "/* eslint-disable */",
  "\n// #region a\n",
];
