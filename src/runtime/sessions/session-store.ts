/** What all processes know of a session. */
export interface SessionRecord {
  /** Unguessable: its client's secret. */
  readonly id: string;
  /** What the names of its streams begin with. */
  readonly streams: string;
  /** Who opened it, where the transport has proved it: nobody else can use it. */
  readonly principal: string | undefined;
  /** Whose it is, as bounds count; empty for all those that nobody can tell apart. */
  readonly client: string;
  /** The revision that was agreed on. */
  readonly revision: string;
  /** The client's info and capabilities, as it told them. */
  readonly peer: {
    /** Its name and version. */
    readonly info?: unknown;
    /** What it can do. */
    readonly capabilities?: unknown;
  };
  /** Whether the client has said that it is ready. */
  readonly isReady: boolean;
  /** The least severe log messages that it wants; undefined where it did not say. */
  readonly logLevel: string | undefined;
  /** The URIs that it has subscribed to. */
  readonly resources: readonly string[];
  /** The process that tells it of changes. */
  readonly keeper: string;
}

/** How many sessions there may be in the whole cluster, and for how long. */
export interface SessionBounds {
  /** Of all clients. */
  readonly max: number;
  /** Of one client. */
  readonly maxPerClient: number;
  /** How long one is kept that nobody uses, in milliseconds, once its client is ready. */
  readonly idleMs: number;
  /** The same before it is ready. */
  readonly openingMs: number;
  /** How long nobody must have used one that gives way to another, in milliseconds. */
  readonly restMs: number;
  /** How many bytes are kept of one session, about. */
  readonly maxBytes: number;
}

/** A change of a session that its client made, or that concerns who keeps it. */
export type SessionChange =
  | { readonly kind: "ready" }
  | {
      readonly kind: "log level";
      /** The least severe messages that it wants. */
      readonly level: string;
    }
  | {
      /** Whether a subscription begins, or ends. */
      readonly kind: "subscribed" | "unsubscribed";
      /** Of the resource. */
      readonly uri: string;
    }
  | {
      readonly kind: "keeper";
      /** Who is thought to keep it: where it is another, nothing changes. */
      readonly from: string;
      /** Who keeps it from now on; it may do so already. */
      readonly to: string;
    };

/** What came of an attempt to keep a session. */
export type SessionKept =
  | {
      readonly kind: "kept";
      /**
       * What the streams are called of those that ended to make room: a store may know
       * their ids no more, which are secrets.
       */
      readonly displaced: readonly string[];
    }
  | {
      readonly kind: "full";
      /** Whose bound is reached: the client's, or that of all. */
      readonly of: "client" | "all";
    };

/**
 * Keeps sessions for all processes. Each method is one step: of two processes that
 * change a session at once, none loses what the other did. A session that nobody uses
 * is forgotten by itself.
 */
export interface SessionStore {
  /**
   * Keeps a new session, durably when it resolves. Where there are as many as may be,
   * one gives way that was not used for `restMs`: that of this client which was not used
   * for longest, or else of the client with the most, never of one that would then have
   * fewer than who comes. Clients that nobody can tell apart have no bound of their
   * own, and of their sessions only those give way whose client is not ready.
   */
  create(session: SessionRecord, bounds: SessionBounds): Promise<SessionKept>;
  /** Uses a session: it is kept on. Undefined where there is none, or where it is another principal's. */
  use(
    id: string,
    principal: string | undefined,
  ): Promise<SessionRecord | undefined>;
  /**
   * Changes a session, and uses it, durably when it resolves: "gone" where there is
   * none, it is another principal's, or another process keeps it; "full" where it may
   * not grow.
   */
  update(
    id: string,
    principal: string | undefined,
    change: SessionChange,
  ): Promise<"done" | "gone" | "full">;
  /** Ends a session, durably when it resolves: false where there is none, or it is another principal's. */
  end(id: string, principal: string | undefined): Promise<boolean>;
  /** Those of these ids whose sessions are no more. To look is no use: it keeps nothing on. */
  gone(ids: readonly string[]): Promise<readonly string[]>;
  /** How many there are. */
  count(): Promise<number>;
}
