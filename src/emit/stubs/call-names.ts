/**
 * Names that a client has beside its calls, or that mean something to a promise.
 * A test holds them against the runtime's.
 */
export const endpointNames: ReadonlySet<string> = new Set([
  "close",
  "connect",
  "instructions",
  "listen",
  "notification",
  "notify",
  "protocolVersion",
  "request",
  "serverCapabilities",
  "serverInfo",
  "setLogLevel",
  "then",
]);

/** What a context has beside its askers: a test holds this against the runtime's class. */
export const contextNames: ReadonlySet<string> = new Set([
  // What every object has.
  ...Object.getOwnPropertyNames(Object.prototype),
  "answer",
  "ask",
  "auth",
  "closeStream",
  "id",
  "inputResponses",
  "log",
  "meta",
  "method",
  "once",
  "peer",
  "peerCapabilities",
  "session",
  "peerInfo",
  "principal",
  "progress",
  "protocolVersion",
  "signal",
  "state",
  "then",
]);

/** The name of a call of a peer. */
export function callName(handler: string): string {
  return suffixed(handler, endpointNames);
}

/** The name of the function by which a handler asks the client. */
export function askerName(handler: string): string {
  return suffixed(handler, contextNames);
}

function suffixed(handler: string, taken: ReadonlySet<string>): string {
  return taken.has(handler) ? `${handler}Request` : handler;
}
