import { escapeLines } from "../../base/diagnostics/escape.ts";

/** The longest description that a comment repeats, in characters. */
const maxLength = 2_000;

/**
 * A description that someone else wrote, for a JSDoc comment: nothing in it is a tag, turns
 * the direction of text or moves a cursor, and it is cut where it is long.
 */
export function docText(description: string): string {
  const shown =
    description.length > maxLength
      ? `${description.slice(0, maxLength)}…`
      : description;
  return (
    escapeLines(shown.replaceAll(/\r\n?/g, "\n"))
      // Half a pair is nothing that a file can hold.
      .replaceAll(/\p{Cs}/gu, "\ufffd")
      .replaceAll("@", "\\@")
      .trim()
  );
}
