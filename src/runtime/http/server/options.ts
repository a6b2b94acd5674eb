import type { OptionNames } from "../../protocol/sound-option.ts";
import type { Authorize } from "./gate/authorization.ts";
import type { EventStore } from "./events/event-store.ts";
import type { HttpRequest } from "../shared/request-response.ts";

/** Options of a server over HTTP, with its limits. */
export interface HttpOptions {
  /**
   * The only path that is served. A handler in a router leaves this to the
   * router; `listen` serves `/mcp`.
   *
   * @default any path
   */
  readonly path?: string;
  /**
   * The names in the `Host` header that are answered, without port.
   *
   * @default loopback names
   */
  readonly allowedHosts?: readonly string[] | "any";
  /**
   * The origins of browsers that are answered, such as
   * `https://app.example.com`.
   *
   * @default loopback origins
   */
  readonly allowedOrigins?: readonly string[] | "any";
  /**
   * Whether pages of the allowed origins may read the answers.
   *
   * @default false
   */
  readonly cors?: boolean;
  /**
   * Says who sends a request, or refuses it: a function, such as `protect(…)`
   * gives.
   *
   * @default everybody is let in, and nobody is known
   */
  readonly authorize?: Authorize;
  /**
   * How requests are answered. `auto`: with JSON where nothing comes before the
   * answer, else with a stream. `stream`: always with a stream.
   *
   * @default "auto"
   */
  readonly responses?: "auto" | "stream";
  /**
   * The time between comments on a silent stream, in milliseconds. 0 sends none.
   *
   * @default 15_000 (15 seconds)
   */
  readonly keepAliveMs?: number;
  /**
   * Delay before clients reopen a stream, in milliseconds.
   *
   * @default 1_000 (1 second)
   */
  readonly retryMs?: number;
  /**
   * How long `authorize` may take, in milliseconds, and the functions that say
   * which scopes are needed.
   *
   * @default 30_000 (30 seconds)
   */
  readonly authorizeTimeoutMs?: number;
  /**
   * Timeout for receiving a body, in milliseconds.
   *
   * @default 30_000 (30 seconds)
   */
  readonly bodyTimeoutMs?: number;
  /**
   * The longest body, in bytes.
   *
   * @default 4_194_304 (4 MiB)
   */
  readonly maxBodyBytes?: number;
  /**
   * The longest value of one header, in bytes.
   *
   * @default 8_192 (8 KiB)
   */
  readonly maxHeaderBytes?: number;
  /**
   * The deepest nesting of objects and arrays in a body.
   *
   * @default 256
   */
  readonly maxDepth?: number;
  /**
   * The most values in a body: objects, arrays, strings, numbers, booleans and
   * nulls. Keys do not count.
   *
   * @default 50_000
   */
  readonly maxValues?: number;
  /**
   * Maximum number of messages in a batch.
   *
   * @default 100
   */
  readonly maxBatch?: number;
  /**
   * How many requests of all clients may be at work at once, beside the open
   * streams.
   *
   * @default 10_000
   */
  readonly maxRequests?: number;
  /**
   * Maximum number of open streams of all clients.
   *
   * @default 10_000
   */
  readonly maxStreams?: number;
  /**
   * How long a stream may be open, in milliseconds; 0 is no bound. Then it ends
   * as if the connection had broken: the client comes back, and `authorize` is
   * asked again. Where clients cannot come back, as in stateless revisions, a
   * call that is still at work is cancelled.
   *
   * @default 0
   */
  readonly maxStreamMs?: number;
  /**
   * Maximum number of bytes that wait for a slow reader before it is disconnected.
   *
   * @default 4_194_304 (4 MiB)
   */
  readonly maxBufferedBytes?: number;
  /**
   * The longest info and capabilities of a client together, in bytes: its
   * session keeps them.
   *
   * @default 16_384 (16 KiB)
   */
  readonly maxClientInfoBytes?: number;
  /**
   * The longest URI of a subscription, in bytes.
   *
   * @default 8_192 (8 KiB)
   */
  readonly maxUriBytes?: number;
  /**
   * How many bytes are kept of all clients, about. This counts sessions and what
   * is kept of them, open streams, requests whose handlers are at work, and
   * bodies that are not whole. Bodies longer than 16 KiB may have three quarters
   * of it. Events have a bound of their own, in their store.
   *
   * @default 134_217_728 (128 MiB)
   */
  readonly maxKeptBytes?: number;
  /** Limits of one client. */
  readonly perClient?: ClientLimits;
  /**
   * Says which client sends a request without a principal. Behind a proxy all
   * requests have the address of the proxy: then give a function that reads the
   * header in which the proxy names the client. Never trust a header that
   * clients can set. Where nothing tells clients apart, the bounds of one client
   * do not hold.
   *
   * @default the address; of IPv6, the network
   */
  readonly clientKey?: ClientKey;
  /**
   * The sessions of clients that shake hands. With `false` there are none: each
   * request stands alone, as behind a load balancer. Such clients cannot be
   * asked or told anything.
   */
  readonly sessions?: SessionOptions | false;
  /**
   * Keeps events for clients that come back to a stream. `false` keeps none.
   *
   * @default in memory, within bounds
   */
  readonly eventStore?: EventStore | false;
  /**
   * Shares sessions, streams and changes with other processes, so that any of
   * them answers any request: what `redisCluster` or `createCluster` gives. Events
   * are kept by it, and not by `eventStore`.
   *
   * @default this process alone
   */
  readonly cluster?: Cluster;
  /**
   * The two paths of HTTP with SSE, the transport of old clients.
   *
   * @default not served
   */
  readonly sse?: SseOptions;
  /**
   * A path that answers 200 while the server takes requests, else 503 and why: it
   * is closing, or what a cluster shares cannot be reached. The same path with
   * `/live` answers 200 as long as the process answers at all.
   *
   * @default none
   */
  readonly healthPath?: string;
  /**
   * Gives the JSON Schema of a tool's arguments, for a server whose handlers
   * list tools themselves.
   */
  readonly inputSchema?: (tool: string) => unknown;
  /**
   * Reports errors that no client receives: errors of `authorize`, a failing event
   * store, rejected hosts and origins (once each), messages dropped because no client
   * listens. It is called at most five times a minute for one kind of error, and then
   * with the number of the others.
   *
   * @default prints to standard error, as often
   */
  readonly onError?: (error: Error) => void;
}

/** Every option of an HTTP handler. */
export const httpOptions: OptionNames<HttpOptions> = {
  path: true,
  allowedHosts: true,
  allowedOrigins: true,
  cors: true,
  authorize: true,
  responses: true,
  keepAliveMs: true,
  retryMs: true,
  authorizeTimeoutMs: true,
  bodyTimeoutMs: true,
  maxBodyBytes: true,
  maxHeaderBytes: true,
  maxDepth: true,
  maxValues: true,
  maxBatch: true,
  maxRequests: true,
  maxStreams: true,
  maxStreamMs: true,
  maxBufferedBytes: true,
  maxClientInfoBytes: true,
  maxUriBytes: true,
  maxKeptBytes: true,
  perClient: true,
  clientKey: true,
  sessions: true,
  eventStore: true,
  cluster: true,
  sse: true,
  healthPath: true,
  inputSchema: true,
  onError: true,
};

/** Bounds of one client: its principal, else its address, or what `clientKey` says. */
export interface ClientLimits {
  /**
   * How many bytes are kept of the client, about.
   *
   * @default three eighths of `maxKeptBytes`: 48 MiB
   */
  readonly maxKeptBytes?: number;
  /**
   * How many sessions it may have. When it opens another, its session that is
   * idle for longest ends.
   *
   * @default 1_000
   */
  readonly maxSessions?: number;
  /**
   * Maximum number of its open streams.
   *
   * @default 1_000
   */
  readonly maxStreams?: number;
  /**
   * Maximum number of its requests in progress.
   *
   * @default 1_000
   */
  readonly maxRequests?: number;
}

/** Limits of sessions. */
export interface SessionOptions {
  /**
   * How many sessions there may be at once. For another one, the client with the
   * most sessions loses the one that is idle for longest.
   *
   * @default 10_000
   */
  readonly max?: number;
  /**
   * Idle time after which a session ends, in milliseconds.
   *
   * @default 1_800_000 (30 minutes)
   */
  readonly idleMs?: number;
  /**
   * Maximum number of open streams of one session.
   *
   * @default 16
   */
  readonly maxStreams?: number;
  /**
   * How many bytes are kept of one session beside its requests, about.
   *
   * @default 4_194_304 (4 MiB)
   */
  readonly maxKeptBytes?: number;
}

/** Where the transport of old clients is served. */
export interface SseOptions {
  /**
   * Where clients open their stream.
   *
   * @default "/sse"
   */
  readonly path?: string;
  /**
   * Where they send messages to.
   *
   * @default "/messages"
   */
  readonly messagesPath?: string;
}

/** What several processes share, as a server over HTTP takes part in it: `createCluster` makes it. */
export interface Cluster {
  /**
   * Takes part, with what the transport hands over, until what this gives is closed:
   * for the transport alone, which knows both.
   */
  join(services: object): object;
  /** What anybody may know of why it cannot be reached at the moment; undefined when it can. */
  problem(): string | undefined;
}

/**
 * Says who sends a request, where the address does not: behind a proxy, by a
 * header that the proxy sets. Undefined where it cannot tell.
 */
export type ClientKey = (request: HttpRequest) => string | undefined;
