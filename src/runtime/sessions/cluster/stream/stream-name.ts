import type { StreamKind } from "../../../http/server/events/session-events.ts";

const ofCall: StreamKind = "c";
const ofSession: StreamKind = "s";

/** What is written on a stream that belongs to no call is any process's. */
export function ownStreamOf(session: string): string {
  return session + ofSession;
}

/** Names the stream of a call, which one process writes. */
export function callStreamOf(
  session: string,
  process: string,
  name: string,
): string {
  return session + process + ofCall + name;
}

/** The process that writes the stream of a call; undefined where it is none of the session's. */
export function writerOf(session: string, stream: string): string | undefined {
  const at = stream.lastIndexOf(ofCall);
  if (!stream.startsWith(session) || at <= session.length) return undefined;
  return stream.slice(session.length, at);
}
