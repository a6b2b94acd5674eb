/** The names that a module cannot declare although the parser lets them pass. */
export const reservedNames: ReadonlySet<string> = new Set([
  // The types that TypeScript itself names.
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
  // The words that strict mode reserves.
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
]);
