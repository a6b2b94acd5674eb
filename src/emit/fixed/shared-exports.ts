// Built from templates/emitted/shared-exports.ts by `npm run build`: changes made here are lost.

export const values: readonly string[] = [
  "CancelledError",
  "connect",
  "InvalidMessageError",
  "NotFoundError",
  "ProtocolError",
  "TimeoutError",
  "ToolError",
  "TransportError",
  "UnsendableError",
];

export const types: readonly string[] = [
  "CallOptions",
  "CallOutcome",
  "InterceptedCall",
  "Interceptor",
  "Transport",
];
