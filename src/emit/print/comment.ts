import { escapeControls } from "../../base/diagnostics/escape.ts";
import { lines, type Doc } from "./layout.ts";

/** A JSDoc comment. */
export function comment(text: string): Doc {
  const rows = safe(text).split("\n");
  const [only] = rows;
  const isShort = rows.length === 1 && only !== undefined;
  // On a line of its own, the compiler would take `@ts-expect-error` for a directive.
  if (isShort && !only.startsWith("@ts-")) return `/** ${only} */`;
  return lines("/**", ...rows.map((row) => ` * ${row}`.trimEnd()), " */");
}

/** A comment that documents nothing, one text a line. */
export function lineComment(texts: readonly string[]): Doc {
  return lines(...texts.map((text) => `// ${oneLine(text)}`.trimEnd()));
}

/** A line break would end the comment, and other controls hide what it says. */
function oneLine(text: string): string {
  return escapeControls(text.replaceAll(/\s+/gu, " "));
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
