import {
  excerpt,
  InvalidMessageError,
  ProtocolError,
  toError,
} from "./errors.ts";
import { isPromiseLike } from "./message.ts";
import { printError } from "./print-error.ts";

/** How much of what a peer says a report repeats, in characters. */
const maxMessage = 2_000;

/**
 * The function that errors are reported to, or else printed by: what it throws itself
 * is printed. Throws a TypeError for what is no function.
 */
export function reporter(
  onError: (error: Error) => void = printError,
): (error: Error) => void {
  if (typeof onError !== "function")
    throw new TypeError(`onError is a function, not ${typeof onError}`);
  return (error) => {
    try {
      onError(escaped(error));
    } catch (failure) {
      printError(toError(failure));
    }
  };
}

/** An error whose message may quote the peer, as a log can have it. */
function escaped(error: Error): Error {
  const isPeers =
    error instanceof ProtocolError || error instanceof InvalidMessageError;
  if (!isPeers) return error;
  const message = excerpt(error.message, maxMessage);
  if (message === error.message) return error;
  if (error instanceof ProtocolError)
    return new ProtocolError(error.code, message, error.data);
  const { path, cause, value } = error;
  return new InvalidMessageError(message, path, { cause, value });
}

/** Lets somebody hear something: what is thrown is reported. */
export function heard(
  tell: () => unknown,
  onError: (error: Error) => void,
): void {
  const report = (error: unknown): void => onError(toError(error));
  try {
    const told = tell();
    // One that is async is not waited for, and must not bring the process down.
    if (isPromiseLike(told)) Promise.resolve(told).catch(report);
  } catch (error) {
    report(error);
  }
}
