import type { Fact } from "../fact.ts";

/** What a type, a field or a method is for, in words of our own. */
export interface DescriptionFact extends Fact {
  /** A method, a type name, or one followed by property names, joined by dots. */
  of: string;
  /** A sentence or two, for whoever meets it in an editor. */
  text: string;
}

/** Texts by what they describe, and the page on which it stands. */
export function describes(
  page: string,
  texts: Readonly<Record<string, string>>,
  range: { since?: string; until?: string } = {},
): DescriptionFact[] {
  const reason = "Bundled models have no prose, and editors show some.";
  return Object.entries(texts).map(([of, text]) => ({
    of,
    text,
    reason,
    page,
    ...range,
  }));
}
