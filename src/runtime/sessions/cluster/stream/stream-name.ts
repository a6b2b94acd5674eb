import type { StreamKind } from "../../../http/server/events/session-events.ts";

const ofCall: StreamKind = "c";
const ofSession: StreamKind = "s";

/** Returns the name of the stream for messages outside calls, which any process may write. */
export function ownStreamOf(session: string): string {
  return session + ofSession;
}

/** Returns the name of the stream of a call, which one process writes. */
export function callStreamOf(
  session: string,
  process: string,
  name: string,
): string {
  return session + process + ofCall + name;
}

/**
 * Returns the process that writes the stream of a call; undefined if the stream is not of this
 * session.
 */
export function writerOf(session: string, stream: string): string | undefined {
  const at = stream.lastIndexOf(ofCall);
  if (!stream.startsWith(session) || at <= session.length) return undefined;
  return stream.slice(session.length, at);
}
