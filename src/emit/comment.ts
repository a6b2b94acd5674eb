import { lines, type Doc } from "./layout.ts";

/** A JSDoc comment; `undefined` where there is nothing to say. */
export function comment(text: string): Doc {
  const rows = safe(text).split("\n");
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return `/** ${only} */`;
  return lines("/**", ...rows.map((row) => ` * ${row}`.trimEnd()), " */");
}

/** What a comment holds must not end it, nor hide a line break from its reader. */
function safe(text: string): string {
  return text
    .replaceAll("*/", "*\\/")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
