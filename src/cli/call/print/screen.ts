/** Where a call prints: answers to standard output, all else to standard error. */
export interface Screen {
  /** Whether a person reads standard output. */
  readonly isOutputTerminal: boolean;
  stdout(text: string): void;
  stderr(text: string): void;
}

/** Text with an end of line, once. */
export function line(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
