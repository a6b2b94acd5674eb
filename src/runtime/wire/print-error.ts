import { excerpt, toError } from "./errors.ts";

/** How much of one error is printed, in characters, if it is not short as a whole. */
const maxPrinted = 4_000;

/** How much of what a peer says, or the connection. */
const maxLine = 2_000;

/** How many causes are printed. */
const maxCauses = 5;

/**
 * Prints an error to standard error, within bounds. What a peer or the connection
 * brought is one line: a stack would tell of this runtime alone. What code of the
 * user's threw is printed as the platform has it, where it is short.
 */
export function printError(error: Error): void {
  if ("kind" in error) console.error(lineOf(error));
  else if (isShort(error)) console.error(error);
  else console.error(textOf(error));
}

function lineOf({ name, message }: Error): string {
  return excerpt(`${name}: ${message}`, maxLine);
}

/** Whether the platform prints so much at most: properties and causes included. */
function isShort(error: Error, causes = maxCauses): boolean {
  if (String(error.stack ?? error.message).length > maxPrinted) return false;
  const { cause } = error;
  return (
    Object.values(error).every(isPlain) &&
    (isPlain(cause) ||
      (cause instanceof Error && causes > 0 && isShort(cause, causes - 1)))
  );
}

function isPlain(value: unknown): boolean {
  return typeof value === "string"
    ? value.length <= maxLine
    : typeof value !== "object" || value === null;
}

function textOf(error: Error): string {
  const parts: string[] = [];
  let next: unknown = error;
  while (next !== undefined && parts.length < maxCauses) {
    const { stack, message, cause } = toError(next);
    parts.push(clipped(String(stack ?? message)));
    next = cause;
  }
  return parts.join("\n[cause]: ");
}

function clipped(text: string): string {
  const left = text.length - maxPrinted;
  return left <= 0
    ? text
    : `${text.slice(0, maxPrinted)}… (${left} characters more)`;
}
