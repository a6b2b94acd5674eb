export type {
  Authorize,
  Authorized,
  OpenAnswer,
} from "./gate/authorization.ts";
export type { Challenge } from "../../protocol/scopes/permit.ts";
export type { Cluster } from "./cluster.ts";
export type { CloseOptions, HttpControls, HttpStatus } from "./core.ts";
export type {
  EventStore,
  StoredEvent,
  StreamOwner,
} from "./events/event-store.ts";
export type { ClientKey } from "./kept/client-key.ts";
export type { KeptStatus } from "./kept/status.ts";
export type { HttpRequest } from "../shared/request-response.ts";
export {
  createMemoryEventStore,
  type MemoryEventStore,
  type MemoryEventStoreOptions,
} from "./events/memory-event-store.ts";
export type {
  ClientLimits,
  HttpOptions,
  SessionOptions,
  SseOptions,
} from "./options.ts";
