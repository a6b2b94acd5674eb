// The runtime of mcp-gen 0.1.0.

export type { Answer, Awaitable } from "./answer.js";
export {
  createByteStreamTransport,
  type ByteInput,
  type ByteOutput,
  type ByteStreamOptions,
} from "./byte-stream.js";
export type { CacheHints } from "./cache-hints.js";
export type {
  CallOptions,
  Progress,
  OptionalMeta,
  UntypedCaller,
} from "./caller.js";
export type { CacheOptions } from "./client-cache.js";
export {
  buildClient,
  type ChangeFilter,
  type ClientEndpoint,
  type ClientSettings,
} from "./client.js";
export type { ConnectOptions, ListenOptions } from "./client-session.js";
export { connect } from "./connect.js";
export type { Context } from "./context.js";
export {
  CancelledError,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
  type CallError,
} from "./errors.js";
export type { Collection, CollectionHost, Feature } from "./feature.js";
export {
  inputRequired,
  type InputRequest,
  type InputRequired,
} from "./input-required.js";
export type {
  CallOutcome,
  InterceptedCall,
  Interceptor,
} from "./interceptor.js";
export type { KeepAliveOptions } from "./keep-alive.js";
export type { LogLevel } from "./log-level.js";
export { createMemoryPair } from "./memory.js";
export type { JsonObject, Message, RequestId } from "./message.js";
export { paginate } from "./paginate.js";
export type {
  ProtocolTable,
  SpokenRevision,
  Validate,
} from "./protocol-table.js";
export type { OpenTransport, RestartOptions } from "./restart.js";
export type { RequestStateOptions } from "./request-state.js";
export {
  buildServer,
  type Server,
  type ServerConnection,
  type ServerSettings,
} from "./server.js";
export type { Change, Subscription } from "./subscription.js";
export type { Receiver, Sink, Transport } from "./transport.js";
export * from "./registry/index.js";
