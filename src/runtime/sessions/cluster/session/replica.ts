import { now } from "../../../protocol/timers/deadlines.ts";
import { watchSession } from "../../../peer/intercept/sessions.ts";
import type { SessionEnd } from "../../../peer/interceptor.ts";
import type { Receiver, Sink, Transport } from "../../../peer/transport.ts";
import type { ServerConnection } from "../../../server/create-server.ts";
import type { PublishedChange, ServerLink } from "../../../server/link.ts";
import { isSessionHeld } from "../../../server/session.ts";
import type { MemoryBudget } from "../../../server/memory-budget.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import type { RequestId } from "../../../protocol/message.ts";
import { TransportError } from "../../../protocol/errors.ts";
import type { Viewer } from "../../../protocol/viewer.ts";
import {
  PostResponse,
  type OnSessionOpen,
} from "../../../http/server/answer/post-response.ts";
import type { EventStream } from "../../../http/server/answer/event-stream.ts";
import {
  type PendingResponse,
  type OutgoingMessages,
  sessionPolicy,
} from "../../../http/server/answer/policies.ts";
import type {
  ClientUsage,
  EvictableSession,
  MemoryReservation,
} from "../../../http/server/limits/client-usage.ts";
import { retainExchange } from "../../../http/server/limits/memory-limiter.ts";
import { maxCalls } from "../../../http/server/services.ts";
import type { Posted } from "../../../http/server/posted.ts";
import { sendRefusal } from "../../../http/server/replies.ts";
import type { MicroBatcher } from "../../../http/server/answer/micro-batcher.ts";
import type { HttpExchange } from "../../../http/server/exchange.ts";
import type { SessionRecord } from "../../session-store.ts";
import { keptAnswers } from "./kept-answers.ts";
import { PostedCall, type CallOwner } from "./posted-call.ts";
import { ConversationState, namedSession } from "./conversation-state.ts";
import { LooseStream } from "../stream/loose-stream.ts";
import type { Commons } from "../commons.ts";

export interface ReplicaSettings {
  readonly shared: Commons;
  /** Unguessable session id. */
  readonly id: string;
  /** Common prefix of the names of the session's streams. */
  readonly streams: string;
  readonly viewer: Viewer;
  /** Memory of this process that the session uses. */
  readonly charge: MemoryReservation;
  readonly memory: MemoryBudget;
  /** Shared session record; undefined if this process opens the session. */
  readonly record: SessionRecord | undefined;
  /** Starts the streams of calls that have no immediate response. */
  readonly soon: MicroBatcher;
  /** Called when this process drops the session. */
  readonly onClose: (replica: Replica) => void;
  /** Called when the client is found dead. */
  readonly onDead: (replica: Replica) => void;
}

/** Wraps a response so that its final message is delayed. */
export type HoldBack = (answer: PostResponse) => Sink;

/** Local copy of a session: a server connection whose state comes from the shared record. */
export class Replica implements Transport, CallOwner, EvictableSession {
  readonly id: string;
  readonly streams: string;
  /** Authentication of the newest request; its scopes may have shrunk. */
  viewer: Viewer;
  readonly client: ClientUsage;
  /** Shared session record, once the session is open. */
  record: SessionRecord | undefined;
  /** Time until which the record need not be read again, on the clock of `now`. */
  freshUntil = 0;
  /** Times of the last use here and of the last renewal in the store, on the clock of `now`. */
  usedAt: number = now();
  keptOnAt: number = now();
  /** Number of streams of the session that clients read in this process. */
  follows = 0;
  /** Stream for messages outside calls, once the session is open. */
  own: LooseStream | undefined;
  resumes = false;
  primes = false;
  readonly #settings: ReplicaSettings;
  readonly #connection: ServerConnection;
  readonly #link: ServerLink;
  #receiver: Receiver | undefined;
  #state: ConversationState | undefined;
  #table: ProtocolTable | undefined;
  readonly #calls = new Map<PendingResponse, PostedCall>();
  /** Calls with resumable streams, by stream name. */
  readonly #streamed = new Map<string, PostedCall>();
  /** Pending stores of completed calls. */
  readonly #unkept = new Set<Promise<unknown>>();
  #isClosed = false;
  #isEnding = false;
  #end: SessionEnd = "closed";
  #over: () => void = () => {};

  constructor(settings: ReplicaSettings) {
    const { shared, id, streams, viewer, charge, memory, record } = settings;
    const { server, options } = shared.http;
    this.#settings = settings;
    this.id = id;
    this.streams = streams;
    this.viewer = viewer;
    this.client = charge.client;
    const { principal } = viewer;
    const session = {
      principal,
      client: charge.client.key,
      end: () => this.#end,
      watch: watchSession,
    };
    this.#connection = server.connect(this, {
      lifecycle: "handshake",
      revision: record?.revision,
      maxBatch: options.maxBatch,
      ids: { last: 0, of: `${shared.name}:${shared.newName()}:` },
      memory,
      session,
    });
    // The public interface does not expose the type of the link.
    this.#link = this.#connection.link as ServerLink;
    // The owner of the session sends change notifications.
    server.links.delete(this.#link);
    if (record) this.#open(record)?.restore(record);
  }

  /** True if this process handles requests, streams or pending server requests of the session. */
  get isBusy(): boolean {
    const { outgoing } = this.#link.connection;
    return (
      this.follows + this.#calls.size + this.#unkept.size > 0 ||
      outgoing.pending.size > 0
    );
  }

  get isReady(): boolean {
    return this.record?.isReady ?? false;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True if a handler has retained the session to notify the client later. */
  get isHeld(): boolean {
    const session = this.#link.opened?.session;
    return session !== undefined && isSessionHeld(session);
  }

  /** True if this process sends change notifications to the client. */
  get isKeeper(): boolean {
    return this.record?.keeper === this.#settings.shared.name;
  }

  get keptBytes(): number {
    return this.#settings.charge.bytes;
  }

  /** Info and capabilities of the client. */
  get peer(): SessionRecord["peer"] {
    return this.#link.opened?.peer ?? {};
  }

  /** Records a use of the session in this process. */
  touch({ viewer }: HttpExchange): void {
    this.viewer = viewer;
    this.usedAt = now();
  }

  /** Opens the session with its stored record. */
  opens(record: SessionRecord): void {
    this.#open(record);
  }

  /** Applies a newly read record. Returns newly subscribed resources. */
  refresh(record: SessionRecord): readonly string[] {
    this.record = record;
    return this.#state?.apply(record) ?? [];
  }

  /** Applies a change that is already in the record. */
  changed(change: Parameters<ConversationState["change"]>[0]): void {
    const { record } = this;
    if (record && change.kind === "ready")
      this.record = { ...record, isReady: true };
    if (record && change.kind === "keeper")
      this.record = { ...record, keeper: change.to };
    this.#state?.change(change);
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /** Sends a message that belongs to no call. */
  send(message: OutgoingMessages): void {
    if (this.#isClosed || !this.own)
      throw new TransportError("the session is not open");
    this.own.send(message);
  }

  /** Sends a change notification if the client subscribed to it. */
  publish(change: PublishedChange): void {
    this.#link.publish(change);
  }

  /** Handles a message that the client posted to another process. */
  hear(value: unknown): void {
    this.#receiver?.message(value);
  }

  /** True if a request of the client with this id is in progress here. */
  works(id: unknown): boolean {
    for (const { requests } of this.#calls.values())
      if (requests.some((one) => one === id)) return true;
    return false;
  }

  /** Returns the call that writes a stream in this process. */
  streamedCall(stream: string): PostedCall | undefined {
    return this.#streamed.get(stream);
  }

  streamed(call: PostedCall, stream: EventStream): void {
    this.#streamed.set(stream.name, call);
  }

  over(call: PostedCall, answer: PendingResponse): void {
    this.#calls.delete(answer);
    if (call.stream) this.#streamed.delete(call.stream.name);
    // The stream is finished after its last event is stored, which may add another operation.
    if (call.idle) this.waitsFor(call.idle.then(() => call.idle));
  }

  /** Handles requests; `waiting` delays responses until a change is stored. */
  call(
    visit: HttpExchange,
    posted: Posted,
    waiting?: HoldBack,
    opening?: OnSessionOpen,
  ): void {
    if (this.#calls.size >= maxCalls)
      return sendRefusal(visit, 429, "Too many requests at once", posted);
    const { shared, soon } = this.#settings;
    const call = new PostedCall(shared, this, visit, posted);
    const usual = sessionPolicy(shared.http, call);
    const policy = waiting ? keptAnswers(usual) : usual;
    const answer = new PostResponse(policy, visit, posted, opening);
    this.#calls.set(answer, call);
    const sink = waiting?.(answer) ?? answer;
    this.#receiver?.message(posted.value, sink, posted.received);
    if (!answer.afterDelivery(soon)) this.#calls.delete(answer);
  }

  /** Handles messages that get no response. */
  notice(visit: HttpExchange, { value, received }: Posted): void {
    const send: Sink["send"] = (message) => this.send(message);
    const { http } = this.#settings.shared;
    const sink = { ...retainExchange(http, visit, value), send };
    this.#receiver?.message(value, sink, received);
  }

  /** True if the protocol version supports batches. */
  get batches(): boolean {
    return this.#table?.batches ?? false;
  }

  /** Tracks a store operation that never rejects; `end` waits for it. */
  waitsFor(done: Promise<unknown>): void {
    const kept = done.finally(() => this.#unkept.delete(kept));
    this.#unkept.add(kept);
  }

  /** Frees memory. The session continues in other processes, or here at its next use. */
  evict(): void {
    this.drop();
  }

  /** Drops the local session. */
  drop(): void {
    this.#close(503, "The session is busy elsewhere: try again");
  }

  /** Closes the local session because the session has ended. */
  finish(why: SessionEnd): void {
    if (this.#isClosed) return;
    this.#end = why;
    this.#close(404, "The session is over");
  }

  /** Completes requests in flight and pending store operations, then drops the local session. */
  async end(): Promise<void> {
    this.#isEnding = true;
    // Responses wait for pending store operations and count as in flight.
    await this.#link.connection.incoming.inFlight.drained();
    while (this.#unkept.size > 0) await Promise.all(this.#unkept);
    await this.own?.idle;
    await this.#connection.end();
  }

  close(): Promise<void> {
    if (!this.#isClosed && !this.#isEnding) this.#settings.onDead(this);
    this.drop();
    return Promise.resolve();
  }

  #open(record: SessionRecord): ConversationState | undefined {
    const { shared, memory } = this.#settings;
    const { opened } = this.#link;
    if (!opened) return undefined;
    this.record = record;
    this.usedAt = now();
    this.keptOnAt = now();
    this.#table = opened.dialect.table;
    const { facts } = this.#table;
    this.resumes = facts.includes("resumption");
    this.primes = this.resumes && facts.includes("stream-priming");
    const over = new Promise<void>((resolve) => (this.#over = resolve));
    const session = namedSession(over, this.streams);
    this.#state = new ConversationState(opened, memory, session);
    const fail = (id: RequestId, error: Error): void =>
      this.#receiver?.failed?.(id, error);
    this.own = new LooseStream(shared, record, fail);
    return this.#state;
  }

  #close(status: 404 | 503, message: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#settings.onClose(this);
    for (const [answer, call] of [...this.#calls]) {
      // The stream is not finished here: another process writes its end.
      call.leave();
      answer.abandon((visit) => sendRefusal(visit, status, message));
      if (status === 404) call.close();
    }
    this.#receiver?.closed();
    if (status === 404) this.own?.close();
    this.#over();
  }
}
