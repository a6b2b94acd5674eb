/**
 * Patterns that are not anchored may take as many steps for each character as a text is
 * long: they are checked where it has no more characters than that.
 */
export const maxShortText = 2_000;

/** Why such a pattern is not checked for all texts. */
export const shortTextsReason: string = `not of more than ${maxShortText} characters, as its time is not linear`;

/** What every text matches that is longer; it takes nothing of the text, so that none is made of it. */
export const longTexts: string = `^(?=[^]{${maxShortText + 1}})`;

/** A pattern that longer texts match, too. */
export function orLong(pattern: string): string {
  return `(?:${pattern})|${longTexts}`;
}

/** A pattern that longer texts do not match. */
export function andShort(pattern: string): string {
  // What is before it has no beginning of a text any more.
  const inside = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\^/g, (token) =>
    token === "^" ? "(?<![^])" : token,
  );
  return `^(?![^]{${maxShortText + 1}})[^]*?(?:${inside})`;
}
