export type { Answer, Awaitable } from "./answer.ts";
export {
  createByteStreamTransport,
  type ByteInput,
  type ByteOutput,
  type ByteStreamOptions,
} from "./byte-stream.ts";
export type { CacheHints } from "./cache-hints.ts";
export type {
  CallOptions,
  Progress,
  OptionalMeta,
  UntypedCaller,
} from "./caller.ts";
export type { CacheOptions } from "./client-cache.ts";
export {
  buildClient,
  type ChangeFilter,
  type ClientEndpoint,
  type ClientSettings,
} from "./client.ts";
export type { ConnectOptions, ListenOptions } from "./client-session.ts";
export { connect } from "./connect.ts";
export type { Context } from "./context.ts";
export {
  CancelledError,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
  type CallError,
} from "./errors.ts";
export type { Collection, CollectionHost, Feature } from "./feature.ts";
export {
  inputRequired,
  type InputRequest,
  type InputRequired,
} from "./input-required.ts";
export type {
  CallOutcome,
  InterceptedCall,
  Interceptor,
} from "./interceptor.ts";
export type { KeepAliveOptions } from "./keep-alive.ts";
export type { LogLevel } from "./log-level.ts";
export { createMemoryPair } from "./memory.ts";
export type { JsonObject, Message, RequestId } from "./message.ts";
export { paginate } from "./paginate.ts";
export type {
  ProtocolTable,
  SpokenRevision,
  Validate,
} from "./protocol-table.ts";
export type { OpenTransport, RestartOptions } from "./restart.ts";
export type { RequestStateOptions } from "./request-state.ts";
export {
  buildServer,
  type Server,
  type ServerConnection,
  type ServerSettings,
} from "./server.ts";
export type { Change, Subscription } from "./subscription.ts";
export type { Receiver, Sink, Transport } from "./transport.ts";
export * from "./registry/index.ts";
