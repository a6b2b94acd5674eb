// The runtime of mcp-gen 0.1.0.

export {
  createByteStreamTransport,
  type ByteInput,
  type ByteOutput,
  type ByteStreamOptions,
} from "./byte-stream.js";
export type {
  Awaitable,
  Caller,
  CallOptions,
  Progress,
  Unsent,
  UntypedCaller,
} from "./caller.js";
export {
  buildClient,
  type ClientEndpoint,
  type ClientSettings,
} from "./client.js";
export { connect } from "./connect.js";
export type { Context, LogLevel } from "./context.js";
export {
  CancelledError,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
} from "./errors.js";
export { createMemoryPair } from "./memory.js";
export type { JsonObject, Message, RequestId } from "./message.js";
export type { ProtocolTable } from "./protocol-table.js";
export {
  buildServer,
  type Server,
  type ServerConnection,
  type ServerSettings,
} from "./server.js";
export type { Receiver, Sink, Transport } from "./transport.js";
