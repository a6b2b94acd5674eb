// What a call rejects with, what `onError` hears, and what connects the two sides in one process.
export {
  CancelledError,
  connect,
  InvalidMessageError,
  NotFoundError,
  ProtocolError,
  TimeoutError,
  ToolError,
  TransportError,
  UnsendableError,
} from "../../src/runtime/index.ts";
export type {
  CallOptions,
  CallOutcome,
  InterceptedCall,
  Interceptor,
  Transport,
} from "../../src/runtime/index.ts";
