import type { Call } from "../peer/call.ts";
import { now } from "../protocol/timers/deadlines.ts";
import { isPartOf } from "../protocol/revision/changes.ts";
import { INVALID_PARAMS, ProtocolError } from "../protocol/errors.ts";
import { isObject, type JsonObject } from "../protocol/message.ts";

/** How a client keeps results for as long as their servers allow it. */
export interface CacheOptions {
  /**
   * How many results are kept.
   *
   * @default 1_000
   */
  readonly maxEntries?: number;
  /**
   * How long all results may be together, in characters of JSON.
   *
   * @default 16_777_216 (16 Mi)
   */
  readonly maxLength?: number;
  /**
   * Whom the server takes this client for, where that can change while it is
   * connected. A private result of one is not given to another.
   */
  readonly principal?: () => string | undefined;
}

interface Kept {
  readonly method: string;
  /** The resource that was read. */
  readonly uri: unknown;
  /** JSON: whoever gets the result may change it. */
  readonly text: string;
  /** On the clock of `now`. */
  readonly expires: number;
  /** Undefined where the result may serve anybody. */
  readonly reader: Reader | undefined;
}

interface Reader {
  readonly principal: string | undefined;
}

/**
 * The results of one connection that a server allows to keep, until their time
 * is over or the server tells of a change.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/server/utilities/caching | Caching}
 */
export class ResultCache {
  readonly #options: CacheOptions;
  /** By what was asked, the least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #length = 0;
  /** How often something was dropped because it changed. */
  #changes = 0;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** The result that is kept for a call, or else the one that it is sent for. */
  async request(call: Call, send: () => void): Promise<JsonObject> {
    const { exchange, method, params, options } = call;
    const { revision } = exchange.dialect.table;
    const key = JSON.stringify([revision, method, params ?? {}]);
    const principal = this.#options.principal?.();
    const isFresh = options.cache !== "reload" && !options.signal?.aborted;
    const known = isFresh ? this.#find(key, principal) : undefined;
    if (known !== undefined) return known;
    const changes = this.#changes;
    try {
      send();
      const result = await call.done;
      // What came of input is an answer to that, and what changed meanwhile is old.
      const isFirst = call.rounds === 0 && !call.isRepeated;
      if (isFirst && changes === this.#changes)
        this.#keep(key, call, { principal }, result);
      return result;
    } catch (error) {
      const isStale =
        error instanceof ProtocolError && error.code === INVALID_PARAMS;
      if (isStale && params?.["cursor"] !== undefined)
        this.#drop((kept) => kept.method === method);
      throw error;
    }
  }

  /** Hears of changes: lists as a whole, and a resource or a part of it. */
  hear(method: string, { uri }: JsonObject): void {
    const [, kind = "", what] = method.split("/");
    if (what === "list_changed")
      this.#drop((kept) => kept.method.startsWith(`${kind}/`));
    if (method === "notifications/resources/updated")
      this.#drop(
        (kept) =>
          typeof kept.uri === "string" && isPartOf(kept.uri, String(uri)),
      );
  }

  #find(key: string, principal: string | undefined): JsonObject | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    const { expires, reader, text } = kept;
    if (now() >= expires) return this.#delete(key, kept);
    if (reader && reader.principal !== principal) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const result: unknown = JSON.parse(text);
    return isObject(result) ? result : undefined;
  }

  #keep(
    key: string,
    { method, params }: Call,
    reader: Reader,
    result: JsonObject,
  ): void {
    const { maxEntries = 1_000, maxLength = 2 ** 24 } = this.#options;
    const before = this.#kept.get(key);
    if (before) this.#delete(key, before);
    const { ttlMs, cacheScope } = result;
    if (typeof ttlMs !== "number" || !(ttlMs > 0)) return;
    const kept = {
      method,
      uri: params?.["uri"],
      text: JSON.stringify(result),
      expires: now() + ttlMs,
      reader: cacheScope === "public" ? undefined : reader,
    };
    // It would drive out all others, and itself.
    if (lengthOf(key, kept) > maxLength) return;
    this.#kept.set(key, kept);
    this.#length += lengthOf(key, kept);
    for (const [oldest, one] of this.#kept) {
      if (this.#kept.size <= maxEntries && this.#length <= maxLength) return;
      this.#delete(oldest, one);
    }
  }

  #drop(isMeant: (kept: Kept) => boolean): void {
    this.#changes++;
    for (const [key, kept] of this.#kept)
      if (isMeant(kept)) this.#delete(key, kept);
  }

  #delete(key: string, kept: Kept): undefined {
    this.#kept.delete(key);
    this.#length -= lengthOf(key, kept);
  }
}

function lengthOf(key: string, { text }: Kept): number {
  return key.length + text.length;
}
