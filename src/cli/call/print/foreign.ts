import {
  escapeControls,
  escapeLines,
} from "../../../base/diagnostics/escape.ts";

/** Begins each line that a server chose. No line of mcp-gen's own begins so. */
const mark = "|";

/** The most that is shown of one text. */
export interface TextLimits {
  readonly lines: number;
  readonly characters: number;
}

/** Limits of an answer, or of a list. */
export const answerLimits: TextLimits = { lines: 5_000, characters: 200_000 };

/**
 * Marks each line of a text that a server chose, escapes what a terminal takes for
 * more than text, and cuts it to its limits. Returns whole lines.
 */
export function foreignText(
  text: string,
  { lines, characters }: TextLimits = answerLimits,
): string {
  const all = plainText(text.slice(0, characters)).split("\n");
  if (all.length > 1 && all.at(-1) === "") all.pop();
  const marked = all
    .slice(0, lines)
    .map((line) => `${mark} ${line}`.trimEnd() + "\n")
    .join("");
  const more = [
    ...(all.length > lines ? [`${count(all.length - lines)} more lines`] : []),
    ...(text.length > characters
      ? [`${count(text.length - characters)} more characters`]
      : []),
  ];
  return more.length === 0
    ? marked
    : `${marked}(${more.join(" and ")}: not shown)\n`;
}

/** Escapes and cuts a text that a server chose, to stand within a line of mcp-gen's own. */
export function foreignWords(text: string, characters = 200): string {
  const shown = escapeControls(text.slice(0, characters));
  return text.length > characters ? `${shown}…` : shown;
}

/** Text without what a terminal would take for more than text. */
export function plainText(text: string): string {
  return escapeLines(text.replace(/\r\n/g, "\n").replace(colours, ""));
}

/** Sequences that colour text, which servers print to their own terminals. */
const colours = /\u001b\[[\d;]*m/g;

function count(number: number): string {
  return number.toLocaleString("en-US");
}
