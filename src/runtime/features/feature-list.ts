import type { RequestRecord } from "../peer/record.ts";
import { invalidParams } from "../protocol/errors.ts";
import type { JsonObject } from "../protocol/message.ts";
import {
  type CanRead,
  type Guarded,
  type Viewer,
  type Visible,
  viewerOf,
} from "../protocol/viewer.ts";
import type { Eventual } from "../protocol/when-ready.ts";
import type { CollectionHost, Feature } from "./feature.ts";

/** A feature with what a list tells of it. */
export interface ListedFeature extends Feature, Guarded {
  readonly listed: JsonObject;
}

/** An item of a list, and the key that a cursor names it by. */
export interface ListEntry {
  readonly key: string;
  /** Absent for one that was removed, and left its place behind. */
  readonly listed?: JsonObject | undefined;
}

/** What is listed beside the features, and what of all is. */
interface Choice {
  readonly more?:
    ((viewer: Viewer) => Promise<readonly ListEntry[]>) | undefined;
  readonly allows?: CanRead | undefined;
}

/** How many places of removed features are remembered. */
const maxGaps = 1000;

/** Features in the order in which they were added, told page by page. */
export class FeatureList<Item extends ListedFeature> {
  /** A removed item leaves its place behind, so that cursors stay right. */
  readonly #items = new Map<string, Item | undefined>();
  readonly #field: string;
  readonly #host: CollectionHost;
  readonly #changed: (feature: Guarded) => void;
  readonly #normalize: (key: string) => string;
  #gaps = 0;

  /**
   * `field` is where a result holds the items, `changed` hears of a change. Keys are
   * compared as `normalize` returns them: those of features are in that form.
   */
  constructor(
    host: CollectionHost,
    field: string,
    changed: (feature: Guarded) => void,
    normalize = (key: string): string => key,
  ) {
    this.#host = host;
    this.#field = field;
    this.#changed = changed;
    this.#normalize = normalize;
  }

  find(key: string): Item | undefined {
    return this.#items.get(key) ?? this.#items.get(this.#normalize(key));
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
    this.#changed(feature as Item);
  }

  remove(feature: Feature): boolean {
    const { key } = feature;
    if (this.find(key) !== feature) return false;
    this.#items.set(key, undefined);
    if (++this.#gaps > maxGaps) this.#close();
    this.#changed(feature as Item);
    return true;
  }

  /**
   * The answer to a list request, as whoever asks may see it. A cursor names the
   * item after which to go on, and is looked up in this very list: whatever a
   * client makes up, it is a place in what the client may read anyway, or it is
   * refused.
   *
   * @see {@link https://modelcontextprotocol.io/specification/draft/server/utilities/pagination | Pagination}
   */
  page(
    params: unknown,
    { sink }: Pick<RequestRecord, "sink">,
    choice: Choice = {},
  ): Eventual<JsonObject> {
    const { more, allows } = choice;
    const isSelective = this.all().some(({ visible }) => visible);
    if (!more && !allows && !isSelective)
      return this.#pageOf(params, this.#entries());
    return this.#seenBy(viewerOf(sink), choice).then((entries) => ({
      // What one client is told is not for another.
      cacheScope: "private",
      ...this.#pageOf(params, entries),
    }));
  }

  *#entries(): Iterable<ListEntry> {
    for (const [key, item] of this.#items) yield { key, listed: item?.listed };
  }

  async #seenBy(viewer: Viewer, choice: Choice): Promise<ListEntry[]> {
    const { more, allows = () => true } = choice;
    const seen = new Map<string, ListEntry>();
    for (const [key, item] of this.#items)
      if (!item?.visible || (await item.visible(viewer)) === true)
        seen.set(key, { key, listed: item?.listed });
    for (const entry of (await more?.(viewer)) ?? [])
      if (!seen.has(entry.key)) seen.set(entry.key, entry);
    const allowed: ListEntry[] = [];
    for (const entry of seen.values())
      if ((await allows(entry.key, viewer)) === true) allowed.push(entry);
    return allowed;
  }

  #pageOf(params: unknown, entries: Iterable<ListEntry>): JsonObject {
    const start = this.#read(params);
    const page: JsonObject[] = [];
    let last = start;
    let reached = start === undefined;
    for (const { key, listed } of entries) {
      if (!reached) {
        reached = key === start;
        continue;
      }
      if (listed === undefined) continue;
      if (page.length >= this.#host.pageSize) {
        return { [this.#field]: page, nextCursor: `${this.#field}:${last}` };
      }
      page.push(listed);
      last = key;
    }
    if (!reached) throw invalidParams("Invalid cursor");
    return { [this.#field]: page };
  }

  /** The key that a cursor names, if there is one. */
  #read(params: unknown): string | undefined {
    // The guard of the list request has passed.
    const cursor = (params as { readonly cursor?: string } | undefined)?.cursor;
    if (cursor === undefined) return undefined;
    const prefix = `${this.#field}:`;
    if (cursor.startsWith(prefix)) return cursor.slice(prefix.length);
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

/**
 * Tells of changes, once for all that are made together: to everybody, or where
 * only some may see what changed, to those.
 */
export function createAnnouncer(
  host: CollectionHost,
  method: string,
): (feature: Guarded) => void {
  let changed: (Visible | undefined)[] = [];
  return ({ visible }) => {
    changed.push(visible);
    if (changed.length > 1) return;
    queueMicrotask(() => {
      const rules = changed;
      changed = [];
      if (rules.includes(undefined)) return host.publish(method);
      host.publish(method, undefined, async (viewer) => {
        for (const rule of rules)
          if ((await rule?.(viewer)) === true) return true;
        return false;
      });
    });
  };
}
