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
  HttpAnswer,
  type Opening,
} from "../../../http/server/answer/post-response.ts";
import type { EventStream } from "../../../http/server/answer/event-stream.ts";
import {
  type Answering,
  type Sent,
  sessionAnswers,
} from "../../../http/server/answer/policies.ts";
import type {
  Account,
  Displaceable,
  Charge,
} from "../../../http/server/limits/client-usage.ts";
import { holding } from "../../../http/server/limits/memory-limiter.ts";
import { maxCalls } from "../../../http/server/services.ts";
import type { Posted } from "../../../http/server/posted.ts";
import { sendRefusal } from "../../../http/server/replies.ts";
import type { Soon } from "../../../http/server/answer/micro-batcher.ts";
import type { Visit } from "../../../http/server/exchange.ts";
import type { SessionRecord } from "../../session-store.ts";
import { keptAnswers } from "./kept-answers.ts";
import { PostedCall, type CallOwner } from "./posted-call.ts";
import { ConversationState, namedSession } from "./conversation-state.ts";
import { LooseStream } from "../stream/loose-stream.ts";
import type { Commons } from "../commons.ts";

export interface ReplicaSettings {
  readonly shared: Commons;
  /** Unguessable. */
  readonly id: string;
  /** What the names of its streams begin with. */
  readonly streams: string;
  readonly viewer: Viewer;
  /** What this process keeps of it. */
  readonly charge: Charge;
  readonly memory: MemoryBudget;
  /** What is known of it; undefined where this process opens it. */
  readonly record: SessionRecord | undefined;
  /** Opens the streams of calls that had no answer at hand. */
  readonly soon: Soon;
  /** Hears that this process knows it no longer. */
  readonly onClose: (replica: Replica) => void;
  /** Hears that its client was found dead. */
  readonly onDead: (replica: Replica) => void;
}

/** Makes the answer's last word wait; gives the sink that takes it. */
export type HoldBack = (answer: HttpAnswer) => Sink;

/**
 * A session as one of several processes knows it: a connection of the server's,
 * whose state comes from the record that all of them share.
 */
export class Replica implements Transport, CallOwner, Displaceable {
  readonly id: string;
  readonly streams: string;
  /** Whose it is, as the newest request tells: what was granted may have shrunk. */
  viewer: Viewer;
  readonly client: Account;
  /** What is known of it, once it is open. */
  record: SessionRecord | undefined;
  /** Until when it need not be looked up, on the clock of `now`. */
  freshUntil = 0;
  /** When this process last used it, and kept it on in the store, on the clock of `now`. */
  usedAt: number = now();
  keptOnAt: number = now();
  /** How many of its streams clients follow here. */
  follows = 0;
  /** What belongs to no call, once the session is open. */
  own: LooseStream | undefined;
  resumes = false;
  primes = false;
  readonly #settings: ReplicaSettings;
  readonly #connection: ServerConnection;
  readonly #link: ServerLink;
  #receiver: Receiver | undefined;
  #state: ConversationState | undefined;
  #table: ProtocolTable | undefined;
  readonly #calls = new Map<Answering, PostedCall>();
  /** The calls that clients can come back for, by their streams. */
  readonly #streamed = new Map<string, PostedCall>();
  /** The events of calls that are over, and not kept yet. */
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
    this.client = charge.account;
    const { principal } = viewer;
    const session = {
      principal,
      client: charge.account.key,
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
    // What it is, the server's own interface does not say.
    this.#link = this.#connection.link as ServerLink;
    // Who keeps the session tells of changes.
    server.links.delete(this.#link);
    if (record) this.#open(record)?.restore(record);
  }

  /** Whether this process does something for it, or waits for its client. */
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

  /** Whether something here will tell its client something later. */
  get isHeld(): boolean {
    const session = this.#link.opened?.session;
    return session !== undefined && isSessionHeld(session);
  }

  /** Whether this process tells its client of changes. */
  get isKeeper(): boolean {
    return this.record?.keeper === this.#settings.shared.name;
  }

  get keptBytes(): number {
    return this.#settings.charge.bytes;
  }

  /** What is known of its client. */
  get peer(): SessionRecord["peer"] {
    return this.#link.opened?.peer ?? {};
  }

  /** Somebody uses the session here. */
  touch({ viewer }: Visit): void {
    this.viewer = viewer;
    this.usedAt = now();
  }

  /** The session is open: this is what is kept of it. */
  opens(record: SessionRecord): void {
    this.#open(record);
  }

  /** Takes what the record says by now; gives the resources that are new. */
  refresh(record: SessionRecord): readonly string[] {
    this.record = record;
    return this.#state?.apply(record) ?? [];
  }

  /** Takes a change that the record has by now. */
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

  /** Sends what belongs to no call. */
  send(message: Sent): void {
    if (this.#isClosed || !this.own)
      throw new TransportError("the session is not open");
    this.own.send(message);
  }

  /** Tells a change, if the client wants to know. */
  publish(change: PublishedChange): void {
    this.#link.publish(change);
  }

  /** Hears what its client told another process. */
  hear(value: unknown): void {
    this.#receiver?.message(value);
  }

  /** Whether a request of its client's is at work here. */
  works(id: unknown): boolean {
    for (const { requests } of this.#calls.values())
      if (requests.some((one) => one === id)) return true;
    return false;
  }

  /** The call that writes a stream here. */
  streamedCall(stream: string): PostedCall | undefined {
    return this.#streamed.get(stream);
  }

  streamed(call: PostedCall, stream: EventStream): void {
    this.#streamed.set(stream.name, call);
  }

  over(call: PostedCall, answer: Answering): void {
    this.#calls.delete(answer);
    if (call.stream) this.#streamed.delete(call.stream.name);
    // The end of its stream is told behind its last event.
    if (call.idle) this.waitsFor(call.idle.then(() => call.idle));
  }

  /** Answers requests; what they ask for may have to be kept before. */
  call(
    visit: Visit,
    posted: Posted,
    waiting?: HoldBack,
    opening?: Opening,
  ): void {
    if (this.#calls.size >= maxCalls)
      return sendRefusal(visit, 429, "Too many requests at once", posted);
    const { shared, soon } = this.#settings;
    const call = new PostedCall(shared, this, visit, posted);
    const usual = sessionAnswers(shared.http, call);
    const policy = waiting ? keptAnswers(usual) : usual;
    const answer = new HttpAnswer(policy, visit, posted, opening);
    this.#calls.set(answer, call);
    const sink = waiting?.(answer) ?? answer;
    this.#receiver?.message(posted.value, sink, posted.received);
    if (!answer.delivered(soon)) this.#calls.delete(answer);
  }

  /** Takes what has no answer. */
  notice(visit: Visit, { value, received }: Posted): void {
    const send: Sink["send"] = (message) => this.send(message);
    const { http } = this.#settings.shared;
    const sink = { ...holding(http, visit, value), send };
    this.#receiver?.message(value, sink, received);
  }

  /** Whether it is one of the revision's batches, and not one that is refused. */
  get batches(): boolean {
    return this.#table?.batches ?? false;
  }

  /** Something is being kept, which never rejects: the session's end in this process waits for it. */
  waitsFor(done: Promise<unknown>): void {
    const kept = done.finally(() => this.#unkept.delete(kept));
    this.#unkept.add(kept);
  }

  /** It gives way here: the session goes on elsewhere, or here when somebody comes back. */
  displace(): void {
    this.drop();
  }

  /** This process knows it no longer. */
  drop(): void {
    this.#close(503, "The session is busy elsewhere: try again");
  }

  /** The session is over. */
  finish(why: SessionEnd): void {
    if (this.#isClosed) return;
    this.#end = why;
    this.#close(404, "The session is over");
  }

  /** Answers what is in flight, and sees that it is kept; then this process knows it no longer. */
  async end(): Promise<void> {
    this.#isEnding = true;
    // Answers wait for what is kept, and they are part of what is in flight.
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
      // A stream that has an end has an answer: others see to it that it gets one.
      call.leave();
      answer.abandon((visit) => sendRefusal(visit, status, message));
      if (status === 404) call.close();
    }
    this.#receiver?.closed();
    if (status === 404) this.own?.close();
    this.#over();
  }
}
