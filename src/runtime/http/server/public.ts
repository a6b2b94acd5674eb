export type {
  Authorize,
  Authorized,
  OpenAnswer,
} from "./gate/authorization.ts";
export type { Challenge } from "../../protocol/scopes/permit.ts";
export type { CloseOptions, HttpControls, HttpStatus } from "./core.ts";
export type {
  EventStore,
  StoredEvent,
  StreamOwner,
} from "./events/event-store.ts";
export type { MemoryStatus } from "./limits/memory-limiter.ts";
export type { HttpRequest } from "../shared/request-response.ts";
export {
  createMemoryEventStore,
  type MemoryEventStore,
  type MemoryEventStoreOptions,
} from "./events/event-store.ts";
export type {
  ClientKey,
  ClientLimits,
  Cluster,
  HttpOptions,
  SessionOptions,
  SseOptions,
} from "./options.ts";
