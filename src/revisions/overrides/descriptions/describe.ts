import type { DescriptionFact } from "../../../schema/overrides/tables.ts";

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
