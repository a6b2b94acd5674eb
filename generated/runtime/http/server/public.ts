// The runtime of mcp-gen 0.1.0.

export type { Authorize, Authorized, Challenge } from "./authorization.js";
export type { CloseOptions, HttpControls, HttpStatus } from "./core.js";
export type { EventStore, StoredEvent } from "./events/event-store.js";
export type { HttpRequest } from "../shared/exchange.js";
export {
  createMemoryEventStore,
  type MemoryEventStore,
  type MemoryEventStoreOptions,
} from "./events/memory-event-store.js";
export type { HttpOptions, SessionOptions, SseOptions } from "./options.js";
