import type { Connection } from "../../peer/connection.ts";
import type { Exchange } from "../../peer/exchange.ts";
import type { JsonObject } from "../../protocol/message.ts";
import type { Change, ChangeQueue } from "./subscription.ts";

/** How a client hears of changes. */
export interface ListeningOptions {
  /**
   * Opens a stream that breaks again, while the client is connected. Without it
   * the subscription ends with the error. Nobody tells what changes in between:
   * who keeps something should look at it again now and then.
   *
   * @default false
   */
  readonly reconnect?: boolean;
}

/** How an extension hears of them. */
export interface QuietListening extends ListeningOptions {
  /** Whether a stream that breaks is told to who listens alone, because it can do without. */
  readonly isQuiet?: boolean | undefined;
}

/** A subscription on one connection. */
export interface Listening {
  /** What the server agreed to tell. */
  readonly notifications: JsonObject;
  /** Asks the server for no more. */
  stop(): Promise<void>;
}

/** A subscription that outlives the connection it was made on. */
export interface Wanted {
  readonly filter: JsonObject;
  readonly queue: ChangeQueue;
  readonly reconnect: boolean;
  readonly isQuiet: boolean | undefined;
  listening?: Listening;
  /** How often in a row its stream broke. */
  breaks: number;
  /** When its stream was opened, on the clock of `now`. */
  opened: number;
}

/** What hears notifications beside the client's handlers. */
export type Hear = (method: string, params: JsonObject) => void;

export interface NewListening {
  readonly connection: Connection;
  readonly exchange: Exchange;
  readonly hearers: Set<Hear>;
  readonly watches: Watches;
  readonly filter: JsonObject;
  change(change: Change): void;
  /** A subscription that was open is over; with an error when nobody asked for that. */
  ended(error?: Error): void;
}

/** Watched resources of one connection, by normal URI. Several subscriptions may share one. */
export type Watches = Map<string, Watched>;

export interface Watched {
  /** The URI in the spelling that was sent to the server. */
  readonly uri: string;
  /** How many subscriptions there are. */
  count: number;
  /** The last request about it: each waits for the one before. */
  last: Promise<unknown>;
}
