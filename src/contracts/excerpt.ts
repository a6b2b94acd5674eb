/** The longest part of a name that messages show, in characters. */
const maxLength = 80;

/** A text that someone else chose, quoted, for a message: cut where it is long. */
export function excerpt(text: string): string {
  if (text.length <= maxLength) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, maxLength)).slice(0, -1)}…"`;
}
