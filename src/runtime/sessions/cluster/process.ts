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

/** How long a client may take to say that it is ready, in milliseconds. */
const openingMs = 60_000;

/** How long nobody must have used a session that gives way, in milliseconds. */
const restMs = 60_000;

/** How long is waited before the bus is tried again, in milliseconds. */
const againMs = 500;

/** One of the processes that serve the sessions of a cluster. */
export class Process {
  readonly shared: Commons;
  readonly sessionOptions: Required<SessionOptions>;
  readonly replicas: Replicas;
  readonly follows: Follows = new Follows();
  readonly changes: Changes;
  readonly #alone: LoneStreams;
  /** Resolves when this process hears the others. */
  readonly listening: Promise<void>;
  isListening = false;
  /** Whether it takes nothing new: clients are to go to others. */
  isLeaving = false;
  readonly #stopTending: () => void;
  readonly #onClose: () => void;
  #stopListening: (() => void) | undefined;
  #isClosed = false;
  #hasLeft = false;

  /** `onClose` hears that another may take its place. */
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

  /** Ends a session everywhere: whether there was one. Rejects when the store is away. */
  async endSession(replica: Replica, why: SessionEnd): Promise<boolean> {
    const { shared } = this;
    const { id, record, streams: session } = replica;
    const ending = shared.sessions.end(id, record?.principal);
    const isEnded = await shared.ask("the session", ending);
    replica.finish(why);
    if (!isEnded) return false;
    shared.report(shared.streams.deleteSession(session));
    const ended = { kind: "ended", session, why } as const;
    // It is over, whoever hears of it: others find out when they look.
    await shared.tell(ended).catch(() => shared.whisper(ended));
    return true;
  }

  /** Answers what is in flight, sees that it is kept, and says goodbye: no session ends. */
  async end(): Promise<void> {
    this.isLeaving = true;
    this.#stopTending();
    this.changes.end();
    await this.#say({ kind: "leaving" });
    await this.follows.end();
    await Promise.all(this.replicas.all.map((replica) => replica.end()));
    // Behind this, nothing more can be told: the bus may be closed.
    await this.shared.told();
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    await this.#say({ kind: "left" });
  }

  /** Drops what is in flight. */
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

  /** Hears the others, as soon as the bus is there. Never rejects. */
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

  /** What is known of a session is old: who works for it reads it anew. */
  #changed(session: string): void {
    this.replicas.stale(session);
    const replica = this.replicas.ofStreams(session);
    if (!replica || !(replica.isKeeper || replica.isBusy)) return;
    const using = this.replicas.use(replica.id, replica.viewer).then(() => {
      // Whoever keeps it may be gone by now.
      if (replica.follows > 0) this.changes.consider(replica);
    });
    this.shared.report(using);
  }

  /** A client reads what a call writes here in another process. */
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
   * Some news were lost: nothing that is known is sure. What is kept is looked up
   * anew; subscriptions of which nothing is kept end, and their clients look.
   */
  #missed(): void {
    const { shared } = this;
    const ended = this.#alone.end();
    shared.http.onError(
      new TransportError(
        `cluster: messages of other processes were lost: sessions are looked up again, and ${ended} subscriptions without a session were ended`,
      ),
      { kind: "store" },
    );
    // Others may have taken it for gone, and would not wait for what it writes.
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
