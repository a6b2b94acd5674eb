import { createMemoryEventStore } from "../../../src/runtime/http/server/events/event-store.ts";
import type { EventStore } from "../../../src/runtime/http.ts";

/** The default store, and the number of streams in it. */
export function countStreams(): EventStore & { size(): number } {
  const store = createMemoryEventStore();
  const streams = new Set<string>();
  return {
    append(stream, event) {
      streams.add(stream);
      return store.append(stream, event);
    },
    read: (stream, after) => store.read(stream, after),
    delete(stream) {
      streams.delete(stream);
      return store.delete(stream);
    },
    size: () => streams.size,
  };
}
