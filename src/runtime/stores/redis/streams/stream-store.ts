import type {
  Appended,
  StreamFacts,
  StreamReader,
  StreamState,
  StreamStore,
} from "../../../sessions/stream-store.ts";
import type { StoredEvent } from "../../../http/server/events/event-store.ts";
import type { RequestId } from "../../../protocol/message.ts";
import { principalMark } from "../digest.ts";
import { Batches } from "../link/batches.ts";
import type { RedisScript } from "../link/commands.ts";
import { RedisError } from "../link/redis-error.ts";
import { fieldsOf, integerOf, listOf, replyText } from "../link/reply.ts";
import type { RedisLink } from "../open-redis.ts";
import { randomName } from "../random-name.ts";
import { clientName } from "../sessions/session-store.ts";
import { Leases } from "./leases.ts";
import type { RedisStreamOptions } from "./options.ts";
import {
  attachStreamScript,
  detachStreamScript,
  readStreamScript,
  renewStreamScript,
} from "./reading-scripts.ts";
import {
  appendStreamScript,
  deleteSessionScript,
  failStreamScript,
  finishStreamScript,
  openStreamScript,
} from "./writing-scripts.ts";

type Attached = Awaited<ReturnType<StreamStore["attach"]>>;
type Page = Awaited<ReturnType<StreamStore["read"]>>;

/** Approximate memory of an event beyond its text, in bytes. */
const overhead = 128;

/** Maximum size of the events of this process that wait for Redis, in bytes. */
const maxWaitingBytes = 64 * 1024 * 1024;

interface Event {
  /** Sequence number; empty for an event that gets the next one. */
  readonly sequence: string;
  /** Number within this store of an event without a sequence number. */
  readonly number: number;
  readonly data: string;
}

/**
 * Creates the stream store in Redis. Each method is one round trip; concurrent events are
 * batched.
 */
export function redisStreams(
  redis: RedisLink,
  options: Required<RedisStreamOptions>,
): StreamStore {
  return new RedisStreams(redis, options);
}

class RedisStreams implements StreamStore {
  readonly #redis: RedisLink;
  readonly #bounds: readonly number[];
  readonly #leases: Leases;
  /** Pending events by stream, in order. */
  readonly #lines = new Map<string, Batches<Event, Appended | undefined>>();
  /** Unique name of this store, also among the stores of one link. */
  readonly #name = randomName();
  #waiting = 0;
  #count = 0;

  constructor(redis: RedisLink, options: Required<RedisStreamOptions>) {
    const { maxStreamBytes, maxClientBytes, maxBytes, streamIdleMs } = options;
    this.#redis = redis;
    this.#bounds = [maxStreamBytes, maxClientBytes, maxBytes, streamIdleMs];
    this.#leases = new Leases(
      async (names) => {
        const there = listOf(await this.#run(renewStreamScript, names));
        return there.map((one) => integerOf(one) === 1);
      },
      Math.ceil(streamIdleMs / 3),
      redis.report,
      redis.closed,
    );
  }

  async open(facts: StreamFacts): Promise<void> {
    const { stream, session, client, process } = facts;
    await this.#run(openStreamScript, [
      stream,
      session,
      clientName(client),
      process === undefined ? "1" : "0",
      ...fieldsFor(facts),
    ]);
    if (process === this.#redis.bus.name) this.#leases.add(stream, "writer");
  }

  async append(
    stream: string,
    event: { readonly sequence?: number; readonly data: string },
  ): Promise<Appended | undefined> {
    const known = this.#lines.get(stream);
    const line =
      known ?? new Batches((events) => this.#appendAll(stream, events));
    const { sequence, data } = event;
    const bytes = Buffer.byteLength(data) + overhead;
    if (this.#waiting + bytes > maxWaitingBytes)
      throw new RedisError(
        "away",
        "Redis: streams.append: too many events are waiting",
      );
    this.#lines.set(stream, line);
    this.#waiting += bytes;
    const number = sequence === undefined ? ++this.#count : 0;
    try {
      const one = { sequence: `${sequence ?? ""}`, number, data };
      return await line.add(one, bytes);
    } finally {
      this.#waiting -= bytes;
      if (line.bytes === 0 && this.#lines.get(stream) === line)
        this.#lines.delete(stream);
    }
  }

  async finish(stream: string): Promise<StreamReader | undefined> {
    await this.#lines.get(stream)?.empty();
    this.#leases.delete(stream, "writer");
    const [process, id] = listOf(await this.#run(finishStreamScript, [stream]));
    return readerOf(process, id);
  }

  async attach(
    stream: string,
    principal: string | undefined,
    reader: StreamReader,
    ifFree = false,
  ): Promise<Attached> {
    const { process, id } = reader;
    const mark = principalMark(principal);
    const values = [stream, mark, process, id, ifFree ? "1" : "0"];
    const reply = await this.#run(attachStreamScript, values);
    if (reply === null) return undefined;
    const [fields, beforeProcess, beforeId] = listOf(reply);
    const before = readerOf(beforeProcess, beforeId);
    const isAttached = !before || !ifFree;
    if (isAttached && process === this.#redis.bus.name)
      this.#leases.add(stream, "reader");
    return { state: stateOf(stream, principal, fields), before };
  }

  async detach(
    stream: string,
    { process, id }: StreamReader,
  ): Promise<boolean> {
    // Also if Redis is unavailable: a stream without a reader is not renewed.
    this.#leases.delete(stream, "reader");
    const nonce = `${this.#name}-${++this.#count}`;
    const values = [stream, process, id, nonce];
    return integerOf(await this.#run(detachStreamScript, values)) === 1;
  }

  async read(
    stream: string,
    principal: string | undefined,
    after: number,
    maxBytes: number = Number.MAX_SAFE_INTEGER,
  ): Promise<Page> {
    const values = [stream, principalMark(principal), after, maxBytes];
    const reply = await this.#run(readStreamScript, values);
    if (reply === null) return undefined;
    const [isFinished, ...rest] = listOf(reply).map(replyText);
    const events: StoredEvent[] = [];
    for (let at = 0; at < rest.length; at += 2)
      events.push({ sequence: Number(rest[at]), data: rest[at + 1] ?? "" });
    return { events, isFinished: isFinished === "1" };
  }

  async fail(
    stream: string,
    process: string,
    after: number,
    events: readonly string[],
  ): Promise<void> {
    await this.#run(failStreamScript, [stream, process, after, ...events]);
  }

  async deleteSession(session: string): Promise<void> {
    this.#leases.deleteAll(session);
    await this.#run(deleteSessionScript, [session]);
  }

  async #appendAll(
    stream: string,
    events: readonly Event[],
  ): Promise<readonly (Appended | undefined)[]> {
    const values = events.flatMap(({ sequence, number, data }) => [
      sequence,
      number,
      data,
    ]);
    const own = [stream, this.#name];
    const reply = await this.#run(appendStreamScript, [...own, ...values]);
    if (reply === null) return events.map(() => undefined);
    const [process, id, ...sequences] = listOf(reply);
    const reader = readerOf(process, id);
    return sequences.map((one) => ({ sequence: integerOf(one), reader }));
  }

  #run(
    script: RedisScript,
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const keys = [this.#redis.key("streams")];
    return this.#redis.run(script, keys, [...this.#bounds, ...values]);
  }
}

function readerOf(process: unknown, id: unknown): StreamReader | undefined {
  const name = replyText(process);
  return name === "" ? undefined : { process: name, id: replyText(id) };
}

function fieldsFor(facts: StreamFacts): readonly string[] {
  const { principal, client, process = "", requests, needs } = facts;
  return [
    ...["p", principalMark(principal), "c", client, "w", process],
    ...["q", JSON.stringify(requests), "e", JSON.stringify(needs)],
  ];
}

function stateOf(
  stream: string,
  principal: string | undefined,
  reply: unknown,
): StreamState {
  const fields = fieldsOf(reply);
  const text = (name: string): string => fields.get(name) ?? "";
  const requests: readonly RequestId[] = JSON.parse(text("q"));
  const needs: readonly string[] = JSON.parse(text("e"));
  return {
    stream,
    session: text("s"),
    principal,
    client: text("c"),
    process: text("w") === "" ? undefined : text("w"),
    requests,
    needs,
    last: Number(text("l")),
    delivered: Number(text("d")),
    isFinished: text("f") === "1",
  };
}
