// The runtime of mcp-gen 0.1.0.

export type { Answer, Awaitable } from "./peer/answer.js";
export {
  createByteStreamTransport,
  type ByteInput,
  type ByteOutput,
  type ByteStreamOptions,
} from "./stdio/byte-stream.js";
export type { CacheHints } from "./server/cache-hints.js";
export type {
  CallOptions,
  Progress,
  OptionalMeta,
  UntypedCaller,
} from "./peer/caller.js";
export type { CacheOptions } from "./client/cache.js";
export {
  buildClient,
  type ChangeFilter,
  type ClientEndpoint,
  type ClientSettings,
} from "./client/create-client.js";
export type { ConnectOptions, ListenOptions } from "./client/conversation.js";
export { connect } from "./connect.js";
export type { Context } from "./peer/context.js";
export {
  CancelledError,
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
  TransportError,
  type CallError,
} from "./wire/errors.js";
export type {
  Collection,
  CollectionHost,
  Feature,
} from "./features/feature.js";
export {
  inputRequired,
  type InputRequest,
  type InputRequired,
} from "./wire/input-required.js";
export type {
  CallOutcome,
  InterceptedCall,
  Interceptor,
} from "./peer/interceptor.js";
export type { KeepAliveOptions } from "./peer/keep-alive.js";
export type { LogLevel } from "./wire/log-level.js";
export { createMemoryPair } from "./peer/memory.js";
export type { JsonObject, Message, RequestId } from "./wire/message.js";
export { paginate } from "./client/paginate.js";
export type {
  ProtocolTable,
  SpokenRevision,
  Validate,
} from "./table/protocol-table.js";
export type { OpenTransport, RestartOptions } from "./client/restart.js";
export type { RequestStateOptions } from "./server/input/sealed-state.js";
export {
  buildServer,
  type Server,
  type ServerConnection,
  type ServerSettings,
} from "./server/create-server.js";
export type {
  Change,
  Subscription,
} from "./client/subscriptions/subscription.js";
export type { Receiver, Sink, Transport } from "./peer/transport.js";
export * from "./registry/index.js";
