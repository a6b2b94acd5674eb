import { toError } from "../../../protocol/errors.ts";
import {
  formatEvent,
  formatEventId,
} from "../../../http/server/answer/sse-format.ts";
import { pageBytes } from "../../../http/server/events/session-events.ts";
import { refuseCursor, sendRefusal } from "../../../http/server/replies.ts";
import type { Visit } from "../../../http/server/exchange.ts";
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

/** How long a silent stream is left alone, in milliseconds: to read it also keeps it on. */
const silentMs = 60_000;

/** How long is waited before what shares the stream is asked again, in milliseconds. */
const awayMs = 500;

/** How long a stream may take to begin that its client knows of already, in milliseconds. */
const beginningMs = 2_000;

export interface FollowOptions {
  readonly shared: Commons;
  readonly replica: Replica;
  readonly visit: Visit;
  /** The stream's name. */
  readonly name: string;
  /** The client has all until this event; undefined where it goes on with what nobody has. */
  readonly after: number | undefined;
  /** The process that writes it; undefined where any does. */
  readonly writer: string | undefined;
  /** Sees what is known of the stream before it is read: what refuses the client, if anything. */
  readonly refusal?: (state: StreamState) => Refuse | undefined;
  /** Hears that it is over. */
  readonly onEnd: (follow: StreamFollow) => void;
}

/**
 * A client reads a stream that any process may write: page by page from the store,
 * woken when there is more. Of one stream one reads at a time, the newest.
 */
export class StreamFollow {
  readonly name: string;
  readonly writer: string | undefined;
  readonly replica: Replica;
  readonly reader: StreamReader;
  readonly #options: FollowOptions;
  readonly #pages: PageWriter;
  /** The client has all until this event. */
  #at = 0;
  #state: StreamState | undefined;
  /** Whether another connection of the client's reads, and this one waits in case that ends. */
  #isParked = false;
  #isReading = false;
  /** What its client is told where the stream cannot be read from there on. */
  #refuse: Refuse = refuseCursor;
  #isWoken = false;
  #wake: () => void = () => {};
  /** Until others know that it reads no more. */
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

  /** Resolves when others may read what it has read, once it is over. */
  get left(): Promise<void> {
    return this.#left;
  }

  /** Reads until there is nothing more to come, or nobody who wants it. Never rejects. */
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

  /** There may be more by now. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** Another connection reads from now on. */
  taken(): void {
    this.#isReading = false;
    if (this.writer !== undefined) return this.#pages.replaced();
    this.#isParked = true;
  }

  /** Nobody reads any more: this one goes on, if it is first. */
  freed(): void {
    if (this.#isParked && !this.isOver)
      this.#options.shared.report(this.#takeUp());
  }

  /** The client is to come back, to another process. */
  comeBack(): void {
    this.#pages.comeBack();
  }

  /** The session is over. */
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
    // Another may have begun to read meanwhile: then it has these.
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

  /**
   * Begins to read. A stream that its client knows of may not have begun where all can
   * read it, nor may its last events lie there.
   */
  async #attach(): Promise<StreamState | undefined> {
    const { shared, replica } = this.#options;
    const ends = Date.now() + beginningMs;
    for (let pause = 25; ; pause *= 2) {
      // Another connection of its client may have gone on meanwhile.
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
        this.#refuse = state.isFinished ? refuseCursor : refuseEarly;
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

  /** Whether its client says that it has read what is not kept of a call, or was never told. */
  #isAhead({ last }: StreamState): boolean {
    return this.writer !== undefined && Number(this.#options.after) > last;
  }

  #begin(state: StreamState): void {
    const { after } = this.#options;
    const isAhead = this.writer === undefined && Number(after) > state.last;
    this.#state = state;
    this.#at = isAhead ? state.delivered : (after ?? state.delivered);
    if (this.writer !== undefined) return;
    // Whoever opens a stream is to know at once that it is open.
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

  /** Some of it is forgotten: of what belongs to no call, the rest is told. */
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

  /** Whether nobody will write the rest of it. */
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
    // Another may take it at once: that is heard meanwhile.
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
    // One that reads in a process that is gone reads no more.
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

  /** What was read is not told again, and another connection may go on. Never rejects. */
  async #leave(): Promise<void> {
    if (!this.#isReading) return;
    this.#isReading = false;
    // One that is gone, and is thought to read, would keep others from it.
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
    // Whether or not it still read, as an attempt before may have come through: who goes
    // on looks whether it may.
    shared.onFree(stream);
    shared.whisper({ kind: "free", stream });
  }
}
