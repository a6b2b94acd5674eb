import { now } from "../../protocol/timers/deadlines.ts";
import type {
  Appended,
  Attached,
  NewEvent,
  StreamFacts,
  StreamPage,
  StreamReader,
} from "../stream-store.ts";
import { KeptStream } from "./stream.ts";

export interface StreamLimits {
  readonly maxStreamBytes: number;
  readonly maxClientBytes: number;
  readonly maxBytes: number;
  readonly streamIdleMs: number;
}

/** Synchronous stream storage that all processes share. */
export class SharedStreams {
  readonly #limits: StreamLimits;
  /** Streams by name, the least recently used first. */
  readonly #byName = new Map<string, KeptStream>();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Approximate memory of all events, in bytes. */
  get bytes(): number {
    return bytesOf(this.#byName.values());
  }

  get size(): number {
    this.#sweep();
    return this.#byName.size;
  }

  open(facts: StreamFacts): void {
    this.#sweep();
    if (this.#byName.has(facts.stream)) return;
    const stream = new KeptStream(facts);
    this.#byName.set(facts.stream, stream);
    this.#makeRoom(stream);
  }

  append(name: string, event: NewEvent): Appended | undefined {
    const stream = this.#use(name);
    if (!stream || stream.isFinished) return undefined;
    const sequence = event.sequence ?? stream.last + 1;
    stream.add({ sequence, data: event.data });
    this.#makeRoom(stream);
    return { sequence, reader: stream.reader };
  }

  finish(name: string): StreamReader | undefined {
    const stream = this.#use(name);
    if (stream) stream.isFinished = true;
    return stream?.reader;
  }

  attach(
    name: string,
    principal: string | undefined,
    reader: StreamReader,
    ifFree: boolean,
  ): Attached | undefined {
    const stream = this.#use(name, principal);
    if (!stream) return undefined;
    const { reader: known } = stream;
    const before = known && isSame(known, reader) ? undefined : known;
    if (!before || !ifFree) stream.reader = { ...reader };
    return { state: stream.state, before };
  }

  detach(name: string, reader: StreamReader): boolean {
    const stream = this.#use(name);
    if (!stream?.reader || !isSame(stream.reader, reader)) return false;
    stream.reader = undefined;
    return true;
  }

  read(
    name: string,
    principal: string | undefined,
    after: number,
    maxBytes: number = Infinity,
  ): StreamPage | undefined {
    return this.#use(name, principal)?.read(after, maxBytes);
  }

  fail(
    name: string,
    process: string,
    after: number,
    events: readonly string[],
  ): void {
    const stream = this.#use(name);
    if (!stream || stream.isFinished || stream.facts.process !== process)
      return;
    let sequence = Math.max(after, stream.last);
    for (const data of events) stream.add({ sequence: ++sequence, data });
    stream.isFinished = true;
    this.#makeRoom(stream);
  }

  deleteSession(session: string): void {
    for (const [name, { facts }] of this.#byName)
      if (facts.session === session) this.#byName.delete(name);
  }

  /**
   * Returns a stream and renews its idle timeout. Returns undefined if it does not exist, or
   * belongs to another principal than a given one.
   */
  #use(name: string, ...asked: (string | undefined)[]): KeptStream | undefined {
    const stream = this.#byName.get(name);
    if (!stream || this.#isIdle(stream, now())) return undefined;
    if (asked.length > 0 && asked[0] !== stream.facts.principal)
      return undefined;
    stream.usedAt = now();
    this.#byName.delete(name);
    this.#byName.set(name, stream);
    return stream;
  }

  #isIdle({ usedAt }: KeptStream, time: number): boolean {
    return time - usedAt > this.#limits.streamIdleMs;
  }

  #sweep(): void {
    const time = now();
    for (const [name, stream] of this.#byName)
      if (this.#isIdle(stream, time)) this.#byName.delete(name);
  }

  /** Drops events beyond the limits, after a stream has grown. */
  #makeRoom(grown: KeptStream): void {
    const { maxStreamBytes, maxClientBytes, maxBytes } = this.#limits;
    while (grown.bytes > maxStreamBytes && grown.shift());
    const { client } = grown.facts;
    const ofClient = (name: string): KeptStream[] =>
      [...this.#byName.values()].filter(({ facts }) => facts.client === name);
    // Clients that cannot be told apart have no limit per client.
    while (client !== "" && bytesOf(ofClient(client)) > maxClientBytes)
      this.#forget(ofClient(client));
    while (this.bytes > maxBytes) this.#forget(this.#ofGreediest());
  }

  /** Drops the oldest event of the largest stream, or else the least recently used stream. */
  #forget(streams: readonly KeptStream[]): void {
    const [largest] = [...streams].sort(
      (one, other) => other.bytes - one.bytes,
    );
    if (largest?.shift()) return;
    const [oldest] = streams;
    if (oldest) this.#byName.delete(oldest.facts.stream);
  }

  #ofGreediest(): readonly KeptStream[] {
    const shares = new Map<string, KeptStream[]>();
    for (const stream of this.#byName.values()) {
      const { client } = stream.facts;
      shares.set(client, [...(shares.get(client) ?? []), stream]);
    }
    const [greediest = []] = [...shares.values()].sort(
      (one, other) => bytesOf(other) - bytesOf(one),
    );
    return greediest;
  }
}

function bytesOf(streams: Iterable<KeptStream>): number {
  let bytes = 0;
  for (const stream of streams) bytes += stream.bytes;
  return bytes;
}

function isSame(one: StreamReader, other: StreamReader): boolean {
  return one.process === other.process && one.id === other.id;
}
