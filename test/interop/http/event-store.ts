import { retryMs } from "./tools.ts";

/** What both official libraries call an event store, whatever their messages are. */
export interface EventStore<Message> {
  storeEvent(streamId: string, message: Message): Promise<string>;
  replayEventsAfter(
    lastEventId: string,
    options: { send(eventId: string, message: Message): Promise<void> },
  ): Promise<string>;
}

/** Keeps every event, in the order in which they came. */
export function createEventStore<Message>(): EventStore<Message> {
  const events: { readonly streamId: string; readonly message: Message }[] = [];
  return {
    storeEvent(streamId, message) {
      events.push({ streamId, message });
      return Promise.resolve(String(events.length - 1));
    },
    async replayEventsAfter(lastEventId, { send }) {
      const last = Number(lastEventId);
      const streamId = events[last]?.streamId;
      if (streamId === undefined) throw new Error("no such event");
      for (const [id, event] of events.entries())
        if (id > last && event.streamId === streamId)
          await send(String(id), event.message);
      return streamId;
    },
  };
}

/** What makes a session of an official server resumable. */
export function resumable<Message>(): {
  eventStore: EventStore<Message>;
  retryInterval: number;
} {
  return { eventStore: createEventStore(), retryInterval: retryMs };
}
