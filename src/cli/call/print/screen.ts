import { escapeLines } from "../../../base/diagnostics/escape.ts";

/** Where a call prints: answers to standard output, all else to standard error. */
export interface Screen {
  /** Whether a person reads standard output. */
  readonly isOutputTerminal: boolean;
  stdout(text: string): void;
  stderr(text: string): void;
}

/**
 * Text that a server chose, for a line or several: at a terminal without what could
 * move its cursor or colour it, and to a pipe as it is.
 */
export function shownText(text: string, isTerminal: boolean): string {
  return isTerminal ? plainText(text) : text;
}

/** Text without what a terminal would take for more than text. */
export function plainText(text: string): string {
  return escapeLines(text.replace(/\r\n/g, "\n").replace(colours, ""));
}

/** What colours text, which servers print to their own terminals. */
const colours = /\u001b\[[\d;]*m/g;

/** Text with an end of line, once. */
export function line(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
