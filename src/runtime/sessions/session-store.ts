/** Session data that all processes share. */
export interface SessionRecord {
  /** Unguessable session id: a secret of the client. */
  readonly id: string;
  /** Common prefix of the names of the session's streams. */
  readonly streams: string;
  /** Authenticated principal that opened the session; only this principal can use it. */
  readonly principal: string | undefined;
  /** Key of the client for limits per client; empty for clients that cannot be told apart. */
  readonly client: string;
  /** Negotiated protocol version. */
  readonly revision: string;
  /** Client info and capabilities from the `initialize` request. */
  readonly peer: {
    /** Name and version of the client. */
    readonly info?: unknown;
    /** Capabilities of the client. */
    readonly capabilities?: unknown;
  };
  /** True after `notifications/initialized`. */
  readonly isReady: boolean;
  /** Minimum log level that the client set; undefined if it set none. */
  readonly logLevel: string | undefined;
  /** URIs of the resources that the client subscribed to. */
  readonly resources: readonly string[];
  /** Name of the process that sends change notifications to the client. */
  readonly keeper: string;
}

/** Limits on sessions across the whole cluster. */
export interface SessionBounds {
  /** Maximum number of sessions of all clients. */
  readonly max: number;
  /** Maximum number of sessions of one client. */
  readonly maxPerClient: number;
  /** Idle timeout of a session whose client is ready, in milliseconds. */
  readonly idleMs: number;
  /** Idle timeout of a session whose client is not ready yet, in milliseconds. */
  readonly openingMs: number;
  /** Minimum idle time before a session can be evicted to make room, in milliseconds. */
  readonly restMs: number;
  /** Approximate maximum size of one session, in bytes. */
  readonly maxBytes: number;
}

/** Change of a session by its client, or of the process that owns it. */
export type SessionChange =
  | { readonly kind: "ready" }
  | {
      readonly kind: "log level";
      /** New minimum log level. */
      readonly level: string;
    }
  | {
      /** Start or end of a subscription. */
      readonly kind: "subscribed" | "unsubscribed";
      /** URI of the resource. */
      readonly uri: string;
    }
  | {
      readonly kind: "keeper";
      /** Expected current owner. If another process owns the session, nothing changes. */
      readonly from: string;
      /** New owner; may already be the owner. */
      readonly to: string;
    };

/** Result of storing a new session. */
export type SessionKept =
  | {
      readonly kind: "kept";
      /**
       * Stream prefixes of the sessions that were evicted to make room. A store may not retain
       * their ids, which are secrets.
       */
      readonly displaced: readonly string[];
    }
  | {
      readonly kind: "full";
      /** Limit that was reached: of this client, or of all clients. */
      readonly of: "client" | "all";
    };

/**
 * Session storage of all processes. Each method is atomic, so concurrent changes by two
 * processes are both stored. Sessions expire after their idle timeout.
 */
export interface SessionStore {
  /**
   * Stores a new session; it is durable when this resolves. At a limit, evicts one session that
   * has been idle for `restMs`: the least recently used session of this client, or else one of
   * the client with the most sessions, but never so that this client would have more than that
   * one. Clients that cannot be told apart have no limit per client, and only their sessions
   * that are not ready are evicted.
   */
  create(session: SessionRecord, bounds: SessionBounds): Promise<SessionKept>;
  /**
   * Reads a session and renews its idle timeout. Returns undefined if the session does not
   * exist or belongs to another principal.
   */
  use(
    id: string,
    principal: string | undefined,
  ): Promise<SessionRecord | undefined>;
  /**
   * Changes a session and renews its idle timeout; the change is durable when this resolves.
   * Returns "gone" if the session does not exist, belongs to another principal or has another
   * owner than expected, and "full" if the session may not grow.
   */
  update(
    id: string,
    principal: string | undefined,
    change: SessionChange,
  ): Promise<"done" | "gone" | "full">;
  /**
   * Ends a session, durably when this resolves. Returns false if the session does not exist or
   * belongs to another principal.
   */
  end(id: string, principal: string | undefined): Promise<boolean>;
  /** Returns those of the ids whose sessions no longer exist. Does not renew their idle timeout. */
  gone(ids: readonly string[]): Promise<readonly string[]>;
  /** Returns the number of sessions. */
  count(): Promise<number>;
}
