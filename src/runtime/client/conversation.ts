import type { CallOptions } from "../peer/caller.ts";
import type { Ids } from "../peer/pending.ts";
import { request } from "./call/begin.ts";
import type { ConnectOptions } from "./connect-options.ts";
import { ClientExchange } from "./exchange.ts";
import { now, type Clock } from "../protocol/timers/deadlines.ts";
import { toError, TransportError } from "../protocol/errors.ts";
import type { PeerIdentity } from "../peer/exchange.ts";
import { isLost, startListening } from "./subscriptions/listen.ts";
import type {
  Listening,
  QuietListening,
  Wanted,
} from "./subscriptions/listening.ts";
import type { LogLevel } from "../protocol/log-level.ts";
import type { Report } from "../protocol/timers/reports.ts";
import type { JsonObject } from "../protocol/message.ts";
import { isStateless } from "../protocol/revision/protocol-table.ts";
import {
  clockOf,
  establish,
  restart,
  type OpenTransport,
  type Target,
} from "./restart.ts";
import type { Lender, Link, LinkOptions } from "./link.ts";
import type { Dialect } from "../peer/dialect.ts";
import { requireKnown } from "../protocol/sound-option.ts";
import { pickRevisions } from "../protocol/revision/spoken.ts";
import { backOff } from "../protocol/timers/sleep.ts";
import {
  ChangeQueue,
  type Subscription,
} from "./subscriptions/subscription.ts";
import type { Transport } from "../peer/transport.ts";
import { duration, timeLimits } from "../protocol/timers/time-limits.ts";
import { waitFor } from "../protocol/timers/wait-for.ts";

/** A stream that lived for so many milliseconds begins a new row of breaks. */
const healthyAfter = 10_000;

/** A client's links with one server, one after the other. */
export class Conversation implements Lender {
  readonly #options: LinkOptions;
  /** All that the client speaks; a connection may be for some alone. */
  dialects: readonly Dialect[];
  readonly #wanted = new Set<Wanted>();
  readonly #ids: Ids = { last: 0 };
  /** The clock of what is being opened: nobody is late while a person is asked. */
  #clock: Clock | undefined;
  #current: Link | undefined;
  /** The next link, while it is being opened. */
  #next: Promise<Link> | undefined;
  /** Aborted when the user closes the client. */
  #closing = new AbortController();
  /** Why there is no link. */
  reason: TransportError = new TransportError("the client is not connected");

  constructor(options: LinkOptions) {
    this.#options = options;
    this.dialects = options.dialects;
  }

  get peer(): PeerIdentity {
    return this.#current?.lifecycle.agreed?.peer ?? {};
  }

  get link(): Link | undefined {
    return this.#current;
  }

  get onError(): Report {
    return this.#options.onError;
  }

  async connect(
    source: Transport | OpenTransport,
    options: ConnectOptions = {},
  ): Promise<void> {
    if (this.#current || this.#next)
      throw new TransportError("the client is connected already");
    requireKnown("connect", options, {
      signal: true,
      timeout: true,
      restart: true,
      revisions: true,
    });
    if (options.restart)
      requireKnown("restart", options.restart, {
        attempts: true,
        delayMs: true,
      });
    const { signal } = options;
    const timeout = duration("timeout", options.timeout, Infinity);
    const repeatable = typeof source === "function";
    if (options.restart && !repeatable)
      throw new TypeError("restart needs a function that opens the transport");
    this.#options.dialects = pickRevisions(this.dialects, options.revisions);
    this.#closing = new AbortController();
    const target: Target = {
      open: repeatable ? source : () => source,
      repeatable,
      restart: options.restart,
      options: this.#options,
      ids: this.#ids,
      closing: this.#closing.signal,
      timed: {},
      known: undefined,
      restarts: 0,
      died: false,
      opened: now(),
      resume: (link) => this.#resume(link),
    };
    this.#clock = clockOf(target);
    const opening = this.#begin(target, establish(target));
    try {
      const patience = { timeout, ...(signal && { signal }) };
      await waitFor(opening, patience, undefined, this.#clock);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Closes the connection; calls that wait are rejected. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#next?.catch(() => {});
    const connection = this.#current?.connection;
    await connection?.close();
    await connection?.done;
  }

  /** Calls the server; while it is started again, calls wait. */
  request(
    method: string,
    params: JsonObject | undefined,
    options?: CallOptions,
  ): Promise<JsonObject> {
    const link = this.#current;
    if (link) return request(link, method, params, options);
    const limits = timeLimits(options ?? {}, this.#options.limits);
    const patience = { ...options, ...limits };
    return waitFor(this.opened(), patience, undefined, this.#clock).then(
      (next) => request(next, method, params, options),
    );
  }

  /** Asks for log messages from now on, as the lifecycle has it. */
  async setLogLevel(level: LogLevel): Promise<void> {
    this.#options.logLevel = level;
    const link = this.#current ?? (await this.#next);
    if (!link) return;
    const { lifecycle } = link;
    const { dialect, peer } = lifecycle.outgoing();
    if (isStateless(dialect))
      lifecycle.agreed = new ClientExchange(dialect, peer, level);
    else await request(link, "logging/setLevel", { level }, undefined);
  }

  async notify(method: string, params: JsonObject | undefined): Promise<void> {
    const { connection, lifecycle } = this.#current ?? (await this.opened());
    const { outgoing, transport } = connection;
    outgoing.notify(lifecycle.outgoing(), transport, method, params);
  }

  async listen(
    filter: JsonObject,
    { reconnect = false, isQuiet }: QuietListening = {},
  ): Promise<Subscription> {
    const queue = new ChangeQueue();
    const wanted: Wanted = {
      filter,
      queue,
      reconnect,
      isQuiet,
      breaks: 0,
      opened: 0,
    };
    const link = this.#current ?? (await this.opened());
    this.#wanted.add(wanted);
    const { notifications } = await this.#listen(link, wanted).catch(
      (error: unknown) => {
        this.#wanted.delete(wanted);
        throw error;
      },
    );
    return {
      notifications,
      closed: queue.closed,
      close: async () => {
        this.#wanted.delete(wanted);
        queue.end();
        await wanted.listening?.stop();
      },
      [Symbol.asyncIterator]: () => queue[Symbol.asyncIterator](),
    };
  }

  opened(): Promise<Link> {
    return this.#next ?? Promise.reject(this.reason);
  }

  async #begin(target: Target, opening: Promise<Link>): Promise<void> {
    const next = opening.then((link) => {
      this.#current = link;
      link.onDeaf = (error) => this.#deaf(error);
      void link.connection.done.then((error) => this.#over(target, error));
      return link;
    });
    this.#next = next;
    try {
      await next;
    } finally {
      if (this.#next === next) this.#next = undefined;
    }
  }

  /** A connection is over: what was subscribed ends with it, or goes on in the next. */
  #over(target: Target, error: Error | undefined): void {
    this.#current = undefined;
    if (target.closing.aborted) return this.#endAll();
    if (!target.restart) return this.#endAll(lost(error));
    const opening = restart(target, target.restart);
    this.#begin(target, opening).catch((failure: unknown) => {
      if (target.closing.aborted) return this.#endAll();
      this.#endAll(toError(failure));
      this.#options.onError(toError(failure));
    });
  }

  /** The conversation is over, for good. */
  #endAll(error?: Error): void {
    this.reason =
      error instanceof TransportError
        ? error
        : new TransportError("the client is closed", { cause: error });
    try {
      this.#options.onClose?.(error);
    } catch (failure) {
      this.#options.onError(toError(failure));
    }
    for (const { queue } of this.#wanted) queue.end(error);
    this.#wanted.clear();
  }

  async #resume(link: Link): Promise<void> {
    for (const wanted of this.#wanted) {
      try {
        await this.#listen(link, wanted);
      } catch (error) {
        if (isLost(toError(error))) throw error;
      }
    }
  }

  async #listen(link: Link, wanted: Wanted): Promise<Listening> {
    const { connection, lifecycle, hearers, watches } = link;
    try {
      const listening = await startListening({
        connection,
        exchange: lifecycle.outgoing(),
        hearers,
        watches,
        filter: wanted.filter,
        change: (change) => wanted.queue.push(change),
        ended: (error) => this.#ended(link, wanted, error),
      });
      wanted.listening = listening;
      wanted.opened = now();
      // It was closed while the server was asked again.
      if (!this.#wanted.has(wanted)) await listening.stop();
      return listening;
    } catch (error) {
      if (!isLost(toError(error))) this.#drop(wanted, toError(error));
      throw error;
    }
  }

  /** A stream of changes is over: a graceful end is the end. */
  #ended(link: Link, wanted: Wanted, error: Error | undefined): void {
    if (!isLost(error)) return this.#drop(wanted, error);
    // With the connection itself, the next one goes on.
    if (link.connection.outgoing.isOver) return;
    if (wanted.reconnect) void this.#reopen(link, wanted);
    else this.#drop(wanted, error);
  }

  /** The stream that tells changes of a session is lost: whether to look for it still. */
  #deaf(error: Error): boolean {
    for (const wanted of this.#wanted) {
      if (wanted.reconnect) continue;
      this.#drop(wanted, error);
      wanted.listening?.stop().catch(() => {});
    }
    return this.#wanted.size > 0;
  }

  #drop(wanted: Wanted, error: Error | undefined): void {
    const wasOpen = this.#wanted.delete(wanted) && wanted.opened > 0;
    wanted.queue.end(error);
    // Of one that never was open, whoever asked hears; a loop merely ends.
    if (!error || !wasOpen || wanted.isQuiet) return;
    const message = `changes are told no more: ${error.message}`;
    this.#options.onError(new TransportError(message, { cause: error }));
  }

  /** Opens a stream that broke again, each time later, while the client is connected. */
  async #reopen(link: Link, wanted: Wanted): Promise<void> {
    if (now() - wanted.opened > healthyAfter) wanted.breaks = 0;
    for (;;) {
      await backOff(wanted.breaks++, this.#closing.signal);
      const isOver = link.connection.outgoing.isOver;
      if (isOver || !this.#wanted.has(wanted)) return;
      try {
        await this.#listen(link, wanted);
        return;
      } catch (error) {
        // What the server refuses is over.
        if (!isLost(toError(error))) return;
      }
    }
  }
}

function lost(error: Error | undefined): TransportError {
  return new TransportError(error?.message ?? "the connection is closed", {
    cause: error,
  });
}
