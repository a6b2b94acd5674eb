/**
 * The library that generated code imports, and users of the stubs.
 *
 * May import: nothing of `src`.
 *
 * @module
 */
export type { Answer, Awaitable, Whole } from "./protocol/answer.ts";
export {
  createByteStreamTransport,
  type ByteInput,
  type ByteOutput,
  type ByteStreamOptions,
} from "./stdio/byte-stream.ts";
export type { CacheHints } from "./protocol/cache-hints.ts";
export type {
  CallOptions,
  MethodCalls,
  OptionalMeta,
  UntypedCaller,
} from "./peer/caller.ts";
export type { CacheOptions } from "./client/cache.ts";
export {
  buildClient,
  type ChangeFilter,
  type ClientEndpoint,
  type ClientSettings,
} from "./client/create-client.ts";
export type { ConnectOptions } from "./client/connect-options.ts";
export type { ListeningOptions as ListenOptions } from "./client/subscriptions/listening.ts";
export { connect } from "./connect.ts";
export type { Context, Session } from "./peer/context.ts";
export type { MethodHandlers } from "./peer/handlers.ts";
export type { ClientExtension, ClientMembers } from "./client/extension.ts";
export type { ServerExtension, ServerMembers } from "./server/extension.ts";
export {
  CancelledError,
  InvalidMessageError,
  NotFoundError,
  ProtocolError,
  TimeoutError,
  ToolError,
  TransportError,
  UnsendableError,
  type CallError,
} from "./protocol/errors.ts";
export type {
  Collection,
  CollectionHost,
  Feature,
} from "./features/feature.ts";
export {
  inputRequired,
  type InputRequest,
  type InputRequired,
} from "./protocol/input-required.ts";
export type {
  CallOutcome,
  InterceptedCall,
  InterceptedSession,
  Interceptor,
  SessionEnding,
} from "./peer/interceptor.ts";
export type { KeepAliveOptions } from "./protocol/timers/keep-alive.ts";
export type { Validate } from "./protocol/issue.ts";
export type { LogLevel } from "./protocol/log-level.ts";
export { createMemoryPair } from "./peer/memory.ts";
export type { JsonObject, Message, RequestId } from "./protocol/message.ts";
export { paginate } from "./client/paginate.ts";
export type { NoticeRates } from "./protocol/timers/notices.ts";
export type {
  ProtocolTable,
  SpokenRevision,
} from "./protocol/revision/protocol-table.ts";
export type { Progress } from "./protocol/progress.ts";
export type { OpenTransport, RestartOptions } from "./client/restart.ts";
export type * from "./protocol/scopes/register.ts";
export type { Repeatable } from "./server/input/once.ts";
export type { RequestStateOptions } from "./server/input/sealed-state.ts";
export {
  buildServer,
  type Server,
  type ServerConnection,
} from "./server/create-server.ts";
export type { ServerSettings } from "./server/settings.ts";
export type {
  Change,
  Subscription,
} from "./client/subscriptions/subscription.ts";
export type { Receiver, Sink, Transport } from "./peer/transport.ts";
export * from "./registry/index.ts";
