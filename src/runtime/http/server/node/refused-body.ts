import type { IncomingMessage, ServerResponse } from "node:http";

/** How long the rest of a refused body is read and dropped, in milliseconds. */
const lingerMs = 1_000;

/** Whether so much of a body is still to come that its connection is closed instead. */
export function hasMuchToCome(
  { headers }: IncomingMessage,
  maxBodyBytes: number,
): boolean {
  const isChunked = headers["transfer-encoding"] !== undefined;
  return isChunked || Number(headers["content-length"] ?? 0) > maxBodyBytes;
}

/**
 * Ends an answer that has gone out as a whole, and its connection, when the
 * client has stopped sending or after a while. A connection that is closed
 * before may take the answer with it.
 */
export function endAfterBody(
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  request.once("close", end).once("end", end).resume();
}
