import type { SessionEnd } from "../../peer/interceptor.ts";
import type { SessionOptions } from "../../http/server/options.ts";
import type { HttpServices } from "../../http/server/services.ts";
import { toError, TransportError } from "../../protocol/errors.ts";
import type { ClusterStores } from "../cluster.ts";
import { Changes } from "./changes.ts";
import { Follows } from "./stream/follows.ts";
import { LoneStreams } from "./stream/lone-streams.ts";
import { hearNews, type NewsHearers } from "./news.ts";
import type { Replica } from "./session/replica.ts";
import { Replicas } from "./session/replicas.ts";
import { Commons, clusterTopic } from "./commons.ts";
import { tend } from "./tending.ts";

/** Maximum time until a client sends `notifications/initialized`, in milliseconds. */
const openingMs = 60_000;

/** Minimum idle time before a session can be evicted, in milliseconds. */
const restMs = 60_000;

/** Delay before another attempt to join the bus, in milliseconds. */
const againMs = 500;

/** Process of a cluster that serves its sessions. */
export class Process {
  readonly shared: Commons;
  readonly sessionOptions: Required<SessionOptions>;
  readonly replicas: Replicas;
  readonly follows: Follows = new Follows();
  readonly changes: Changes;
  readonly #alone: LoneStreams;
  /** Resolves when this process receives messages of the others. */
  readonly listening: Promise<void>;
  isListening = false;
  /** True if the process accepts no new streams; clients should reconnect to another process. */
  isLeaving = false;
  readonly #stopTending: () => void;
  readonly #onClose: () => void;
  #stopListening: (() => void) | undefined;
  #isClosed = false;
  #hasLeft = false;

  /** `onClose` is called when the cluster can serve another server. */
  constructor(
    http: HttpServices,
    stores: ClusterStores,
    sessionOptions: Required<SessionOptions>,
    onClose: () => void,
  ) {
    const { max, idleMs, maxKeptBytes } = sessionOptions;
    this.#onClose = onClose;
    this.#alone = new LoneStreams(http);
    this.sessionOptions = sessionOptions;
    this.shared = new Commons(http, stores, {
      max,
      maxPerClient: http.options.perClient.maxSessions,
      idleMs,
      openingMs: Math.min(openingMs, idleMs),
      restMs,
      maxBytes: maxKeptBytes,
    });
    const { follows, shared } = this;
    this.replicas = new Replicas(shared, {
      closed: (replica) => follows.close(replica),
      subscribed: (replica, uris) => this.changes.subscribed(replica, uris),
      dead: (replica) => shared.report(this.endSession(replica, "closed")),
    });
    this.changes = new Changes(shared, this.replicas);
    shared.onWake = (stream) => follows.wake(stream);
    shared.onTaken = (stream, reader) => follows.taken(stream, reader);
    shared.onFree = (stream) => follows.freed(stream);
    this.#stopTending = tend(shared, this.replicas);
    this.listening = this.#listen();
  }

  /**
   * Ends a session in all processes. Returns true if it existed. Rejects if the store cannot be
   * reached.
   */
  async endSession(replica: Replica, why: SessionEnd): Promise<boolean> {
    const { shared } = this;
    const { id, record, streams: session } = replica;
    const ending = shared.sessions.end(id, record?.principal);
    const isEnded = await shared.ask("the session", ending);
    replica.finish(why);
    if (!isEnded) return false;
    shared.report(shared.streams.deleteSession(session));
    const ended = { kind: "ended", session, why } as const;
    // The session has ended in any case: without the message, the others notice at the next access.
    await shared.tell(ended).catch(() => shared.whisper(ended));
    return true;
  }

  /** Completes requests in flight, stores their results and leaves the cluster. No session ends. */
  async end(): Promise<void> {
    this.isLeaving = true;
    this.#stopTending();
    this.changes.end();
    await this.#say({ kind: "leaving" });
    await this.follows.end();
    await Promise.all(this.replicas.all.map((replica) => replica.end()));
    // The bus may be closed after this, so all messages are sent before.
    await this.shared.told();
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    await this.#say({ kind: "left" });
  }

  /** Aborts requests in flight and leaves the cluster. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.shared.isClosed = true;
    this.isLeaving = true;
    this.#stopTending();
    this.changes.close();
    for (const replica of this.replicas.all) replica.drop();
    this.#stopListening?.();
    if (!this.#hasLeft) void this.#say({ kind: "left" });
    this.#hasLeft = true;
    this.#onClose();
  }

  /** Joins the bus; retries until it can be reached. Never rejects. */
  async #listen(): Promise<void> {
    const { bus, http } = this.shared;
    const hearers = this.#hearers();
    while (!this.#isClosed) {
      try {
        const stop = await bus.listen(clusterTopic, {
          heard: (message, from) => hearNews(hearers, message, from),
          gone: (process) => this.#gone(process),
          missed: () => this.#missed(),
        });
        this.#stopListening = stop;
        if (this.#isClosed) stop();
        this.isListening = true;
        return;
      } catch (error) {
        http.onError(toError(error), { kind: "store" });
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    }
  }

  #hearers(): NewsHearers {
    const { shared, replicas, follows, changes } = this;
    return {
      changed: ({ session }) => this.#changed(session),
      ended({ session, why }) {
        replicas.stale(session);
        replicas.ofStreams(session)?.finish(why);
      },
      answer: ({ session, value }) => replicas.ofStreams(session)?.hear(value),
      cancel: ({ session, value }) => replicas.ofStreams(session)?.hear(value),
      wake: ({ stream }) => follows.wake(stream),
      taken: ({ stream, reader }) => follows.taken(stream, reader),
      moved: ({ stream }) => this.#moved(stream),
      free: ({ stream }) => follows.freed(stream),
      change: (change) => changes.hear(change),
      "hidden change": (change) => changes.hear(change),
      leaving(_, from) {
        shared.retires(from);
        changes.retired(from);
      },
      left: (_, from) => this.#gone(from),
      missed: () => this.#missed(),
      back: (_, from) => shared.returns(from),
    };
  }

  /**
   * Marks a session as outdated; reads it again if this process owns it or handles its
   * requests.
   */
  #changed(session: string): void {
    this.replicas.stale(session);
    const replica = this.replicas.ofStreams(session);
    if (!replica || !(replica.isKeeper || replica.isBusy)) return;
    const using = this.replicas.use(replica.id, replica.viewer).then(() => {
      // The owner may have died in between.
      if (replica.follows > 0) this.changes.consider(replica);
    });
    this.shared.report(using);
  }

  /** Pauses a call whose client now reads its stream in another process. */
  #moved(stream: string): void {
    for (const replica of this.replicas.all) {
      const call = replica.streamedCall(stream);
      if (!call) continue;
      call.isReadElsewhere = true;
      call.stream?.pause(this.shared.http.options.retryMs);
    }
  }

  #gone(process: string): void {
    this.shared.departs(process);
    this.changes.retired(process);
    this.follows.gone();
  }

  /**
   * Handles the loss of messages: nothing cached is certain. Reads sessions again, and ends
   * subscriptions without a session, so that their clients subscribe anew.
   */
  #missed(): void {
    const { shared } = this;
    const ended = this.#alone.end();
    shared.http.onError(
      new TransportError(
        `cluster: messages of other processes were lost: all sessions are read again; ended ${ended} subscriptions without a session, and their clients subscribe again`,
      ),
      { kind: "store" },
    );
    // Others may have declared this process dead, and would not wait for its events.
    if (!this.isLeaving) shared.whisper({ kind: "back" });
    this.replicas.stale();
    this.changes.missed();
    this.follows.wakeAll();
    for (const { streams, isKeeper, isBusy } of this.replicas.all)
      if (isKeeper || isBusy) this.#changed(streams);
  }

  async #say(news: { readonly kind: "leaving" | "left" }): Promise<void> {
    await this.shared.tell(news).catch((error: unknown) => {
      this.shared.http.onError(toError(error), { kind: "store" });
    });
  }
}
