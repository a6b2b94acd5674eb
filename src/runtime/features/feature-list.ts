import { invalidParams } from "../wire/errors.ts";
import type { CollectionHost, Feature } from "./feature.ts";
import type { JsonObject } from "../wire/message.ts";

/** A feature with what a list tells of it. */
export interface ListedFeature extends Feature {
  readonly listed: JsonObject;
}

/** How many places of removed features are remembered. */
const maxGaps = 1000;

/** Features in the order in which they were added, told page by page. */
export class FeatureList<Item extends ListedFeature> {
  /** A removed item leaves its place behind, so that cursors stay right. */
  readonly #items = new Map<string, Item | undefined>();
  readonly #field: string;
  readonly #host: CollectionHost;
  readonly #changed: () => void;
  #gaps = 0;

  /** `field` is where a result holds the items, `changed` hears of a change. */
  constructor(host: CollectionHost, field: string, changed: () => void) {
    this.#host = host;
    this.#field = field;
    this.#changed = changed;
  }

  find(key: string): Item | undefined {
    return this.#items.get(key);
  }

  all(): Item[] {
    return [...this.#items.values()].filter((item) => item !== undefined);
  }

  add(feature: Feature): void {
    const { key } = feature;
    if (this.find(key) !== undefined) {
      throw new TypeError(`"${key}" is already among the ${this.#field}`);
    }
    if (this.#items.has(key)) this.#gaps--;
    // A collection only gets features that name it as theirs, so they are items.
    this.#items.set(key, feature as Item);
    this.#changed();
  }

  remove(feature: Feature): boolean {
    const { key } = feature;
    if (this.find(key) !== feature) return false;
    this.#items.set(key, undefined);
    if (++this.#gaps > maxGaps) this.#close();
    this.#changed();
    return true;
  }

  /**
   * The answer to a list request. A cursor names the item after which to go on,
   * and is looked up in this very list: whatever a client makes up, it is a
   * place in what the client may read anyway, or it is refused.
   *
   * @see {@link https://modelcontextprotocol.io/specification/draft/server/utilities/pagination | Pagination}
   */
  page(params: unknown): JsonObject {
    const start = this.#read(params);
    const page: JsonObject[] = [];
    let last = start;
    let reached = start === undefined;
    for (const [key, item] of this.#items) {
      if (!reached) {
        reached = key === start;
        continue;
      }
      if (item === undefined) continue;
      if (page.length >= this.#host.pageSize) {
        return { [this.#field]: page, nextCursor: `${this.#field}:${last}` };
      }
      page.push(item.listed);
      last = key;
    }
    return { [this.#field]: page };
  }

  /** The key that a cursor names, if there is one. */
  #read(params: unknown): string | undefined {
    // The guard of the list request has passed.
    const cursor = (params as { readonly cursor?: string } | undefined)?.cursor;
    if (cursor === undefined) return undefined;
    const prefix = `${this.#field}:`;
    const key = cursor.slice(prefix.length);
    if (cursor.startsWith(prefix) && this.#items.has(key)) return key;
    throw invalidParams("Invalid cursor");
  }

  /** Forgets the places of removed items; cursors that name them are refused. */
  #close(): void {
    for (const [key, item] of this.#items) {
      if (item === undefined) this.#items.delete(key);
    }
    this.#gaps = 0;
  }
}
