import type { Position } from "../model/index.ts";

/** ` (schema.ts:3:1)`, where a place is known. */
export function placeOf(
  subject: { readonly position?: Position } | undefined,
): string {
  const position = subject?.position;
  if (position === undefined) return "";
  const { file, line, column } = position;
  return ` (${file}:${line}:${column})`;
}
