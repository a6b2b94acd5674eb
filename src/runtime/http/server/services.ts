import type { Viewer } from "../../protocol/viewer.ts";
import type { Posted } from "./posted.ts";
import type { HttpExchange } from "./exchange.ts";
import { longestDelay } from "../../protocol/timers/deadlines.ts";
import type { Report } from "../../protocol/timers/reports.ts";
import type { Server } from "../../server/create-server.ts";
import {
  type EventStore,
  createMemoryEventStore,
} from "./events/event-store.ts";
import type { ClientUsage } from "./limits/client-usage.ts";
import { MemoryLimiter } from "./limits/memory-limiter.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import { randomBytes, toBase64url } from "../../server/input/base64url.ts";

/** One of the ways in which clients speak HTTP. */
export interface Endpoint {
  /** The sessions that are open. */
  readonly sessions: number;
  /** Takes what was posted. */
  post(exchange: HttpExchange, posted: Posted): void;
  /** What goes on beyond one request, and whose that is, as the newest tells. */
  find?(exchange: HttpExchange): { viewer: Viewer } | undefined;
  /** Opens a stream of the server's own, where there is such. */
  get(exchange: HttpExchange): void;
  /** Ends a session, where there are any. */
  delete(exchange: HttpExchange): void;
  /** Lets what is in flight finish, ends streams, and closes. */
  end(): Promise<void>;
  /** Drops what is in flight, and closes at once. */
  close(): void;
}

/** The ways in which clients can speak HTTP with a server. */
export interface Endpoints {
  readonly stateless: Endpoint | undefined;
  /** Endpoint of clients that initialize: with sessions, or without. */
  readonly handshake: Endpoint | undefined;
  readonly sse: Endpoint | undefined;
}

/** What the parts of the HTTP transport share. */
export interface HttpServices {
  readonly server: Server;
  readonly options: ResolvedOptions;
  /** Counts what is kept of the clients. */
  readonly limiter: MemoryLimiter;
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
  /** Counts a stream of a client in that answers a exchange; undefined when there are too many. */
  openStream(
    client: ClientUsage,
    exchange: HttpExchange,
  ): OpenStream | undefined;
}

/** A stream that is counted. */
export interface OpenStream {
  /** Hears that it is as old as a stream may be. */
  onExpire?: () => void;
  /** Counts it out, once. */
  close(): void;
}

export function createServices(
  known: Pick<HttpServices, "server" | "options" | "onError" | "turns">,
): HttpServices {
  const { keepAliveMs, maxStreams, maxStreamMs } = known.options;
  const limiter = new MemoryLimiter(known.options, known.onError);
  let streams = 0;
  return {
    ...known,
    limiter,
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
      const reservation =
        streams < maxStreams ? limiter.openStream(client) : undefined;
      if (!reservation) return undefined;
      streams++;
      let isOpen = true;
      const old = (): void => open.onExpire?.();
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
          limiter.closeStream(reservation);
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

/** A bound on what one session can make the server keep: calls without an answer. */
export const maxCalls = 256;

/** Text that nobody can guess: four visible ASCII characters of each three bytes. */
export function randomText(bytes: number): string {
  return toBase64url(randomBytes(bytes));
}
