import { toError } from "../../../protocol/errors.ts";
import {
  formatEvent,
  formatEventId,
} from "../../../http/server/answer/sse-format.ts";
import { pageBytes } from "../../../http/server/events/session-events.ts";
import { sendUnknownEvent, sendRefusal } from "../../../http/server/replies.ts";
import type { HttpExchange } from "../../../http/server/exchange.ts";
import type {
  StreamReader,
  StreamState,
  StreamStore,
} from "../../stream-store.ts";
import { awayBy } from "../away.ts";
import { failStream } from "./dead-writer.ts";
import { PageWriter } from "./page-writer.ts";
import { refuseEarly, refuseNeverKept, type Refuse } from "./refusals.ts";
import type { Replica } from "../session/replica.ts";
import type { Commons } from "../commons.ts";

/** Maximum delay between reads of a silent stream, which also renew it, in milliseconds. */
const silentMs = 60_000;

/** Delay before another attempt after a store error, in milliseconds. */
const awayMs = 500;

/** Time to wait until a stream that the client knows is stored, in milliseconds. */
const beginningMs = 2_000;

export interface FollowOptions {
  readonly shared: Commons;
  readonly replica: Replica;
  readonly visit: HttpExchange;
  /** Name of the stream. */
  readonly name: string;
  /** Sequence number of the client's last event; undefined to start with undelivered events. */
  readonly after: number | undefined;
  /** Process that writes the stream; undefined if any process may write. */
  readonly writer: string | undefined;
  /** Returns a rejection of the client, or undefined. Called before the first read. */
  readonly refusal?: (state: StreamState) => Refuse | undefined;
  /** Called when the reader has ended. */
  readonly onEnd: (follow: StreamFollow) => void;
}

/**
 * Sends a stream to a client, page by page from the store, and waits for wake-ups in between. A
 * stream has one active reader, the newest.
 */
export class StreamFollow {
  readonly name: string;
  readonly writer: string | undefined;
  readonly replica: Replica;
  readonly reader: StreamReader;
  readonly #options: FollowOptions;
  readonly #pages: PageWriter;
  /** Sequence number of the client's last event. */
  #at = 0;
  #state: StreamState | undefined;
  /** True while another connection reads and this one waits for its end. */
  #isParked = false;
  #isReading = false;
  /** Response to the client if the stream cannot be read from its position. */
  #refuse: Refuse = sendUnknownEvent;
  #isWoken = false;
  #wake: () => void = () => {};
  /** Resolves when the reader is detached in the store. */
  #left: Promise<void> = Promise.resolve();

  constructor(options: FollowOptions) {
    const { shared, replica, visit, name, writer } = options;
    this.#options = options;
    this.name = name;
    this.writer = writer;
    this.replica = replica;
    this.reader = { process: shared.name, id: shared.newName() };
    replica.follows++;
    this.#pages = new PageWriter(shared.http, replica.client, visit, name, () =>
      this.#end(),
    );
  }

  get isOver(): boolean {
    return this.#pages.isOver;
  }

  /** Resolves when the reader has ended and others can read the stream. */
  get left(): Promise<void> {
    return this.#left;
  }

  /** Reads until the stream is finished or the client disconnects. Never rejects. */
  async run(): Promise<void> {
    try {
      const state = await this.#attach();
      if (this.isOver) return await this.#leave();
      if (!state) return this.#lost();
      const refuse = this.#options.refusal?.(state);
      if (refuse) return this.#pages.refuse(refuse);
      this.#begin(state);
      while (!this.isOver) await this.#turn();
    } catch (error) {
      this.#options.shared.http.onError(toError(error), { kind: "store" });
      this.#pages.refuse((visit) =>
        sendRefusal(visit, 503, awayBy(error, "stream")),
      );
    }
  }

  /** Wakes the reader: the stream may have new events. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** Handles a replacement by another reader. */
  taken(): void {
    this.#isReading = false;
    if (this.writer !== undefined) return this.#pages.replaced();
    this.#isParked = true;
  }

  /** Resumes a waiting reader if no other reader was faster. */
  freed(): void {
    if (this.#isParked && !this.isOver)
      this.#options.shared.report(this.#takeUp());
  }

  /** Ends the connection, so that the client reconnects to another process. */
  comeBack(): void {
    this.#pages.comeBack();
  }

  /** Ends the reader because the session has ended. */
  close(): void {
    this.#isReading = false;
    this.#pages.complete();
  }

  async #turn(): Promise<void> {
    this.#isWoken = false;
    if (this.#isParked) return this.#sleep(silentMs);
    try {
      await this.#page();
    } catch (error) {
      this.#options.shared.http.onError(toError(error), { kind: "store" });
      await this.#sleep(awayMs);
    }
  }

  async #page(): Promise<void> {
    const { shared } = this.#options;
    const { principal } = this.replica.viewer;
    const after = this.#at;
    const reading = shared.streams.read(this.name, principal, after, pageBytes);
    const page = await shared.ask("events", reading);
    // Another reader may have attached in between and has these events.
    if (this.isOver || this.#isParked) return;
    if (!page) return this.#missed();
    await this.#pages.write(page.events, (sequence) => {
      this.#at = sequence;
    });
    if (this.isOver) return;
    if (page.isFinished) return this.#pages.complete();
    if (page.events.length > 0) return;
    this.#pages.begin("");
    if (await this.#isAbandoned()) await this.#fail();
    else await this.#sleep(silentMs);
  }

  /** Attaches to the stream, which may not be stored up to the client's position yet. */
  async #attach(): Promise<StreamState | undefined> {
    const { shared, replica } = this.#options;
    const ends = Date.now() + beginningMs;
    for (let pause = 25; ; pause *= 2) {
      // Another connection of the client may have taken over in between.
      if (this.isOver) return undefined;
      const attaching = shared.streams.attach(
        this.name,
        replica.viewer.principal,
        this.reader,
      );
      const attached = await shared.ask("a stream", attaching);
      if (attached) {
        this.#isReading = true;
        if (this.writer === undefined) replica.own?.heard();
        const { before } = attached;
        if (before) this.#tellTaken(before);
        const { state } = attached;
        if (!this.#isAhead(state) || (await this.#isAbandoned())) return state;
        this.#refuse = state.isFinished ? sendUnknownEvent : refuseEarly;
        if (state.isFinished) return undefined;
      }
      if (Date.now() > ends) return undefined;
      if (this.writer === undefined) {
        await replica.own?.begin();
        continue;
      }
      if (await this.#isAbandoned()) {
        this.#refuse = refuseNeverKept;
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** True if the client claims an event of a call that is not stored. */
  #isAhead({ last }: StreamState): boolean {
    return this.writer !== undefined && Number(this.#options.after) > last;
  }

  #begin(state: StreamState): void {
    const { after } = this.#options;
    const isAhead = this.writer === undefined && Number(after) > state.last;
    this.#state = state;
    this.#at = isAhead ? state.delivered : (after ?? state.delivered);
    if (this.writer !== undefined) return;
    // Starts the response at once, so that the client knows that the stream is open.
    const id = formatEventId(this.name, this.#at);
    const retry = this.#options.shared.http.options.retryMs;
    const isPrimed = this.replica.primes && after === undefined;
    this.#pages.begin(isPrimed ? formatEvent("", { id, retry }) : "");
  }

  #tellTaken({ process, id }: StreamReader): void {
    const { shared } = this.#options;
    if (process === shared.name) return shared.onTaken(this.name, id);
    const { name: stream } = this;
    shared.whisper({ kind: "taken", stream, reader: id }, process);
  }

  /** Handles dropped events: a stream outside calls continues with the events that are left. */
  async #missed(): Promise<void> {
    if (this.writer !== undefined) return this.#lost();
    const { shared, replica } = this.#options;
    await replica.own?.begin();
    if (this.isOver || this.#isParked) return;
    const { principal } = replica.viewer;
    const attaching = shared.streams.attach(this.name, principal, this.reader);
    const attached = await shared.ask("a stream", attaching);
    if (!attached) return this.#lost();
    const { last, delivered } = attached.state;
    const isNew = this.#at !== delivered && delivered < last;
    this.#at = isNew ? delivered : last;
  }

  #lost(): void {
    this.#pages.refuse(this.#refuse);
  }

  /** True if the writing process is dead and the stream has no end. */
  async #isAbandoned(): Promise<boolean> {
    const { shared } = this.#options;
    const { writer } = this;
    if (writer === undefined || writer === shared.name) return false;
    if (shared.departed.has(writer)) return true;
    return !(await shared.ask("the bus", shared.bus.isAlive(writer)));
  }

  async #fail(): Promise<void> {
    const { shared } = this.#options;
    if (this.#state) await failStream(shared, this.#state, this.#at);
  }

  async #takeUp(): Promise<void> {
    const { shared } = this.#options;
    // Another reader may attach in between, which sets this flag again.
    this.#isParked = false;
    const state = await this.#attachIfFree().catch((error: unknown) => {
      shared.http.onError(toError(error), { kind: "store" });
    });
    if (!state) {
      this.#isParked = true;
      return;
    }
    this.#at = Math.max(this.#at, state.delivered);
    this.#isReading = !this.#isParked;
    if (this.isOver) return this.#leave();
    this.wake();
  }

  async #attachIfFree(): Promise<StreamState | undefined> {
    const { shared, replica } = this.#options;
    const attach = (ifFree: boolean): ReturnType<StreamStore["attach"]> =>
      shared.ask(
        "a stream",
        shared.streams.attach(
          this.name,
          replica.viewer.principal,
          this.reader,
          ifFree,
        ),
      );
    const attached = await attach(true);
    const reader = attached?.before;
    if (!reader) return attached?.state;
    // A reader in a dead process does not count.
    const isLeft = shared.departed.has(reader.process);
    return isLeft ? (await attach(false))?.state : undefined;
  }

  #sleep(delay: number): Promise<void> {
    if (this.#isWoken || this.isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delay);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #end(): void {
    this.replica.follows--;
    this.#wake();
    this.#options.onEnd(this);
    this.#left = this.#leave();
  }

  /** Stores the position and detaches, so that another connection can continue. Never rejects. */
  async #leave(): Promise<void> {
    if (!this.#isReading) return;
    this.#isReading = false;
    // Retried, because a stale reader would block the others.
    await this.#options.shared.patiently(() => this.#detach());
  }

  async #detach(): Promise<void> {
    const { shared } = this.#options;
    const { principal } = this.replica.viewer;
    const { name: stream } = this;
    const isOwn = this.writer === undefined;
    if (isOwn)
      await shared.ask(
        "events",
        shared.streams.read(stream, principal, this.#at, 1),
      );
    const detaching = shared.streams.detach(stream, this.reader);
    await shared.ask("a stream", detaching);
    if (!isOwn) return;
    // Announced even if this reader was not attached, as an earlier attempt may have succeeded:
    // the others check for themselves.
    shared.onFree(stream);
    shared.whisper({ kind: "free", stream });
  }
}
