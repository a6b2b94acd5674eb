import type { Authorize } from "./gate/authorization.ts";
import type { ClientKey } from "./kept/client-key.ts";
import type { EventStore } from "./events/event-store.ts";

/** How a server is reached over HTTP, within which limits. */
export interface HttpOptions {
  /** The only path that is served; any by default, as the mounting router decides. */
  readonly path?: string;
  /** Names in the `Host` header, without port: loopback names by default. */
  readonly allowedHosts?: readonly string[] | "any";
  /** Origins of browsers, such as `https://app.example.com`: loopback ones by default. */
  readonly allowedOrigins?: readonly string[] | "any";
  /** Lets pages of the allowed origins read the answers; false by default. */
  readonly cors?: boolean;
  /** Says who sends a request, or refuses it; by default nobody is known. */
  readonly authorize?: Authorize;
  /**
   * How requests are answered: with JSON where nothing comes before the answer
   * ("auto", the default), or always with a stream.
   */
  readonly responses?: "auto" | "stream";
  /** The time between comments on a silent stream, in milliseconds: 15,000 by default, 0 is never. */
  readonly keepAliveMs?: number;
  /** How long clients wait before they come back for a stream, in milliseconds: 1,000 by default. */
  readonly retryMs?: number;
  /** How long `authorize` may take, and what says which scopes are needed, in milliseconds: 30,000 by default. */
  readonly authorizeTimeoutMs?: number;
  /** How long a body may take to arrive, in milliseconds: 30,000 by default. */
  readonly bodyTimeoutMs?: number;
  /** Bytes of a body: 4 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Bytes of one header's value: 8 KiB by default. */
  readonly maxHeaderBytes?: number;
  /** How deep a body may be nested: 256 by default. */
  readonly maxDepth?: number;
  /** Messages of one batch: 100 by default. */
  readonly maxBatch?: number;
  /** Requests at work at once, of all clients, beside the open streams: 10,000 by default. */
  readonly maxRequests?: number;
  /** Streams that are open at once, of all clients: 10,000 by default. */
  readonly maxStreams?: number;
  /**
   * How long a stream may be open, in milliseconds: as long as its client wants by
   * default, 0. Then it ends as if the connection had broken: the client comes
   * back, and `authorize` is asked again. Where clients cannot come back, as in
   * stateless revisions, a call that is still at work is cancelled.
   */
  readonly maxStreamMs?: number;
  /** Bytes that wait for a slow reader before it is cut off: 4 MiB by default. */
  readonly maxBufferedBytes?: number;
  /** Bytes of a client's info and capabilities, which a session keeps: 16 KiB by default. */
  readonly maxClientInfoBytes?: number;
  /** Bytes of the URI of a subscription: 8 KiB by default. */
  readonly maxUriBytes?: number;
  /**
   * Bytes that are kept of all clients, about: 128 MiB by default. Counted are
   * sessions and what is kept of them, open streams, requests whose handlers are
   * at work, and bodies that are not whole. What is longer than 16 KiB has three
   * quarters of it. Events have a bound of their own, in their store.
   */
  readonly maxKeptBytes?: number;
  /** What one client may have of all that; less, or at most as much. */
  readonly perClient?: ClientLimits;
  /**
   * Says who sends a request without a principal: by default its address is the
   * client, or the network of one in IPv6. Behind a proxy all have the proxy's
   * address: then say what its header says. Never trust a header that clients
   * can set. Where nothing tells clients apart, the bounds of one client do not
   * hold.
   */
  readonly clientKey?: ClientKey;
  /**
   * The sessions of clients that shake hands. With false there are none: each
   * request stands alone, as behind a load balancer, and such clients can not be
   * asked or told anything.
   */
  readonly sessions?: SessionOptions | false;
  /** Keeps events for clients that come back: in memory by default, within bounds; false keeps none. */
  readonly eventStore?: EventStore | false;
  /** The two paths of HTTP with SSE, the transport of old clients; not served by default. */
  readonly sse?: SseOptions;
  /** A path that answers 200 while the server takes requests, else 503; none by default. */
  readonly healthPath?: string;
  /** The JSON Schema of a tool's arguments, for a server whose handlers list tools themselves. */
  readonly inputSchema?: (tool: string) => unknown;
  /**
   * Hears what nobody else is told: what `authorize` throws, an event store that
   * fails, which host or origin was refused (once for each), messages that are dropped because a client does not listen. Of one kind
   * five are told in a minute, and then how many more there were. By default they
   * are printed, within bounds.
   */
  readonly onError?: (error: Error) => void;
}

/** Bounds of one client: its principal, else its address, or what `clientKey` says. */
export interface ClientLimits {
  /** Bytes that are kept of it, about: three eighths of all by default, 48 MiB. */
  readonly maxKeptBytes?: number;
  /** Its sessions: 1,000 by default. For another, the one that is idle for longest ends. */
  readonly maxSessions?: number;
  /** Its open streams: 1,000 by default. */
  readonly maxStreams?: number;
  /** Its requests whose handlers are at work: 1,000 by default. */
  readonly maxRequests?: number;
}

/** How many sessions there may be, and for how long. */
export interface SessionOptions {
  /**
   * Sessions at once: 10,000 by default. For another, the client with the most
   * loses the one that is idle for longest.
   */
  readonly max?: number;
  /** How long a session may be unused, in milliseconds: 30 minutes by default. */
  readonly idleMs?: number;
  /** Streams of one session at once: 16 by default. */
  readonly maxStreams?: number;
  /** Bytes that are kept of one session beside its requests, about: 4 MiB by default. */
  readonly maxKeptBytes?: number;
}

/** Where the transport of old clients is served. */
export interface SseOptions {
  /** Where clients open their stream: `/sse` by default. */
  readonly path?: string;
  /** Where they send messages to: `/messages` by default. */
  readonly messagesPath?: string;
}
