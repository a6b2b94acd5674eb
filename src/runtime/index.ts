export {
  createByteStreamTransport,
  type ByteInput,
  type ByteOutput,
  type ByteStreamOptions,
} from "./byte-stream.ts";
export type {
  Awaitable,
  Caller,
  CallOptions,
  Progress,
  Unsent,
  UntypedCaller,
} from "./caller.ts";
export {
  buildClient,
  type ClientEndpoint,
  type ClientSettings,
} from "./client.ts";
export { connect } from "./connect.ts";
export type { Context, LogLevel } from "./context.ts";
export {
  CancelledError,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
} from "./errors.ts";
export { createMemoryPair } from "./memory.ts";
export type { JsonObject, Message, RequestId } from "./message.ts";
export type { ProtocolTable } from "./protocol-table.ts";
export {
  buildServer,
  type Server,
  type ServerConnection,
  type ServerSettings,
} from "./server.ts";
export type { Receiver, Sink, Transport } from "./transport.ts";
