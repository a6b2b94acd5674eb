import type { Diagnostic } from "./diagnostic.ts";

/** Adds the source line to a diagnostic that has a place in a text and no excerpt yet. */
export function withExcerpt(
  diagnostic: Diagnostic,
  file: { path: string; text: string },
): Diagnostic {
  const { position, excerpt } = diagnostic;
  if (position === undefined || excerpt !== undefined) return diagnostic;
  if (position.file !== file.path) return diagnostic;
  const line = file.text.split(/\r\n|[\n\r\u2028\u2029]/)[position.line - 1];
  if (line === undefined) return diagnostic;
  const word = /^[\p{ID_Continue}$]+/u.exec(line.slice(position.column - 1));
  return { ...diagnostic, excerpt: { line, length: word?.[0].length ?? 1 } };
}
