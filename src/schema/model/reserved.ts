/** The types that TypeScript itself names. */
const typeWords = [
  "any",
  "bigint",
  "boolean",
  "never",
  "null",
  "number",
  "object",
  "string",
  "symbol",
  "undefined",
  "unknown",
  "void",
];

/** The words that strict mode reserves: nothing in a module is named so. */
export const strictWords: readonly string[] = [
  "arguments",
  "await",
  "eval",
  "implements",
  "interface",
  "let",
  "package",
  "private",
  "protected",
  "public",
  "static",
  "yield",
];

/** The names that a module cannot declare although the parser lets them pass. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...typeWords,
  ...strictWords,
]);

/** The words that are no names at all, so that no parser lets them pass. */
export const keywords: ReadonlySet<string> = new Set(
  "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with".split(
    " ",
  ),
);
