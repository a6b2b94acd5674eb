import type { Diagnostic } from "./diagnostic.ts";
import { escapeControls } from "./escape.ts";
import type { Position } from "./position.ts";

/**
 * A diagnostic as a person reads it: `file:line:column severity code: message`,
 * the line it is about, underlined, and the hint.
 */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const { position, severity, code, message, hint, other } = diagnostic;
  const place = position === undefined ? "" : `${renderPosition(position)} `;
  const lines = [`${place}${severity} ${code}: ${escapeControls(message)}`];
  lines.push(...renderExcerpt(diagnostic));
  if (other !== undefined) lines.push(`  also at ${renderPosition(other)}`);
  if (hint !== undefined) lines.push(`  hint: ${escapeControls(hint)}`);
  return lines.join("\n") + "\n";
}

function renderPosition({ file, line, column }: Position): string {
  return `${escapeControls(file)}:${line}:${column}`;
}

function renderExcerpt({ position, excerpt }: Diagnostic): string[] {
  if (position === undefined || excerpt === undefined) return [];
  const { line, length } = excerpt;
  const start = position.column - 1;
  const before = printable(line.slice(0, start));
  const marked = printable(line.slice(start, start + length));
  const number = String(position.line);
  return [
    `  ${number} | ${printable(line)}`,
    `  ${" ".repeat(number.length)} | ${" ".repeat(before.length)}${"^".repeat(Math.max(1, marked.length))}`,
  ];
}

// A tab has no width of its own, so the underline could not be put below it.
function printable(text: string): string {
  return escapeControls(text.replaceAll("\t", "  "));
}
