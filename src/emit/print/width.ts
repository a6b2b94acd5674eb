/** What takes two columns of a terminal, as far as formatters count them. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu;

/** What takes none. */
const none = /[\p{Cc}\u0300-\u036f]/gu;

/** How many columns a text takes, as formatters count them. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  const shown = text.replace(none, "").replace(wide, "  ");
  return [...shown].length;
}
