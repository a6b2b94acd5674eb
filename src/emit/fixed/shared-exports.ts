// Built from templates/emitted/shared-exports.ts by `npm run build`: changes made here are lost.

export const values: readonly string[] = [
  "CancelledError",
  "connect",
  "InvalidMessageError",
  "ProtocolError",
  "TimeoutError",
  "TransportError",
];

export const types: readonly string[] = [
  "CallOptions",
  "CallOutcome",
  "InterceptedCall",
  "Interceptor",
  "Transport",
];
