import type { Position } from "../model/index.ts";

/** ` (schema.ts:3:1)`, where a place is known; or else the address of the schema. */
export function placeOf(
  subject: { readonly position?: Position } | undefined,
  url?: string,
): string {
  const position = subject?.position;
  if (position === undefined) return url === undefined ? "" : ` (${url})`;
  const { file, line, column } = position;
  return ` (${file}:${line}:${column})`;
}
