import { escapeControls } from "../../base/diagnostics/escape.ts";

/** Rows of text in aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(escapeControls));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return cells.map((row) => `${line(row).trimEnd()}\n`).join("");
}

/** `1 file`, `20,951 lines`. */
export function counted(count: number, noun: string): string {
  // `toLocaleString` would read the languages of the world for a comma.
  const number = String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${number} ${noun}${count === 1 ? "" : "s"}`;
}
