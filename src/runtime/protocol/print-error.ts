import { excerpt, toError } from "./errors.ts";

/** How much of one error is printed, in characters, if it is not short as a whole. */
const maxPrinted = 4_000;

/** How much of what a peer says, or the connection. */
const maxLine = 2_000;

/** Of the errors of `errors.ts`: a user's may have kinds of their own. */
const kinds = ["transport", "protocol", "timeout", "cancelled", "invalid"];

/** How many errors are printed, each the cause of the one before. */
const maxErrors = 5;

/**
 * Prints an error to standard error, within bounds. What a peer or the connection
 * brought is one line: a stack would tell of this runtime alone. What code of the
 * user's threw is printed as the platform has it, where it is short.
 */
export function printError(error: Error): void {
  console.error(
    "kind" in error && kinds.includes(String(error.kind))
      ? excerpt(`${error.name}: ${error.message}`, maxLine)
      : (textOf(error) ?? error),
  );
}

/** The beginnings of an error and its causes; undefined for one that is short. */
function textOf(error: Error): string | undefined {
  const texts: string[] = [];
  let isShort = true;
  let next: unknown = error;
  while (next !== undefined && texts.length < maxErrors) {
    const one = toError(next);
    const text = String(one.stack ?? one.message);
    isShort &&=
      one === next &&
      text.length <= maxPrinted &&
      Object.values(one).every(isPlain);
    texts.push(text.slice(0, maxPrinted));
    next = one.cause;
  }
  return isShort && next === undefined ? undefined : texts.join("\n[cause]: ");
}

function isPlain(value: unknown): boolean {
  return typeof value === "string"
    ? value.length <= maxLine
    : typeof value !== "object" || value === null;
}
