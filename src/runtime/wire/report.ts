import { InvalidMessageError, oneLine, ProtocolError } from "./errors.ts";

/** The function that errors are reported to: what it throws itself is printed. */
export function reporter(
  onError: (error: Error) => void = console.error,
): (error: Error) => void {
  return (error) => {
    try {
      onError(escaped(error));
    } catch (failure) {
      console.error(failure);
    }
  };
}

/** An error whose message may quote the peer, as a log can have it. */
function escaped(error: Error): Error {
  const isPeers =
    error instanceof ProtocolError || error instanceof InvalidMessageError;
  const message = isPeers ? oneLine(error.message) : error.message;
  if (!isPeers || message === error.message) return error;
  return error instanceof ProtocolError
    ? new ProtocolError(error.code, message, error.data)
    : new InvalidMessageError(message, error.path, { cause: error.cause });
}
