import { longestDelay } from "../../protocol/timers/deadlines.ts";
import type { Report } from "../../protocol/timers/reports.ts";
import type { Server } from "../../server/create-server.ts";
import type { EventStore } from "./events/event-store.ts";
import { createMemoryEventStore } from "./events/memory-event-store.ts";
import type { Account } from "./kept/account.ts";
import { Kept } from "./kept/kept.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import type { Visit } from "./visit.ts";

/** What the parts of the HTTP transport share. */
export interface HttpServices {
  readonly server: Server;
  readonly options: ResolvedOptions;
  /** Counts what is kept of the clients. */
  readonly kept: Kept;
  /** Where sessions keep their events; undefined where there are none. */
  readonly eventStore: EventStore | undefined;
  /** Never throws. */
  readonly onError: Report;
  /**
   * Whether requests may share a turn of the event loop. A platform like Workers
   * lets no request go on with what another began.
   */
  readonly turns: "shared" | "own";
  /** The streams that are open. */
  readonly streams: number;
  /** Calls back from time to time until it is stopped, for a comment on a silent stream. */
  keepAlive(beat: () => void): () => void;
  /** Counts a stream of a client in that answers a visit; undefined when there are too many. */
  openStream(client: Account, visit: Visit): OpenStream | undefined;
}

/** A stream that is counted. */
export interface OpenStream {
  /** Hears that it is as old as a stream may be. */
  onOld?: () => void;
  /** Counts it out, once. */
  close(): void;
}

export function createServices(
  known: Pick<HttpServices, "server" | "options" | "onError" | "turns">,
): HttpServices {
  const { keepAliveMs, maxStreams, maxStreamMs } = known.options;
  const kept = new Kept(known.options, known.onError);
  let streams = 0;
  return {
    ...known,
    kept,
    eventStore: storeOf(known.options),
    get streams() {
      return streams;
    },
    keepAlive(beat) {
      if (keepAliveMs === 0) return () => {};
      const timer = setInterval(beat, keepAliveMs);
      return () => clearInterval(timer);
    },
    openStream(client, { viewer: { expiresAt = Infinity } }) {
      const charge = streams < maxStreams ? kept.openStream(client) : undefined;
      if (!charge) return undefined;
      streams++;
      let isOpen = true;
      const old = (): void => open.onOld?.();
      const ageMs = Math.min(maxStreamMs || Infinity, expiresAt - Date.now());
      const timer =
        ageMs < Infinity
          ? setTimeout(old, Math.min(ageMs, longestDelay))
          : undefined;
      const open: OpenStream = {
        close() {
          if (!isOpen) return;
          isOpen = false;
          streams--;
          kept.closeStream(charge);
          clearTimeout(timer);
        },
      };
      return open;
    },
  };
}

function storeOf({
  sessions,
  eventStore,
}: ResolvedOptions): EventStore | undefined {
  if (!sessions || eventStore === false) return undefined;
  return eventStore ?? createMemoryEventStore();
}
