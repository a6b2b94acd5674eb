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

/** Feature with its entry in a list. */
export interface ListedFeature extends Feature, Guarded {
  readonly listed: JsonObject;
}

/** Item of a list with the key that its cursor contains. */
export interface ListEntry {
  readonly key: string;
  /** Entry; undefined for a removed item that still marks its position. */
  readonly listed?: JsonObject | undefined;
}

/** Additional items of a list, and a filter for all items. */
interface Choice {
  readonly more?:
    ((viewer: Viewer) => Promise<readonly ListEntry[]>) | undefined;
  readonly allows?: CanRead | undefined;
}

/** Maximum number of removed features whose position is stored. */
const maxGaps = 1000;

/** Features in the order of registration, listed in pages. */
export class FeatureList<Item extends ListedFeature> {
  /** A removed item keeps its position, so that cursors stay valid. */
  readonly #items = new Map<string, Item | undefined>();
  readonly #field: string;
  readonly #host: CollectionHost;
  readonly #changed: (feature: Guarded) => void;
  readonly #normalize: (key: string) => string;
  #gaps = 0;

  /**
   * `field` is the name of the items in a result. `changed` is called after a change.
   * `normalize` returns the form in which keys are compared; keys of features have that
   * form.
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
    // A collection receives only features of its own kind.
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
   * Returns the page of a list request, with the items that the client may see. A cursor
   * contains the key of the last item. The server looks the key up in the client's own
   * list, so a forged cursor shows nothing more.
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
      // Clients see different lists.
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

  /** Returns the key in the cursor; undefined for the first page. */
  #read(params: unknown): string | undefined {
    // The request was validated.
    const cursor = (params as { readonly cursor?: string } | undefined)?.cursor;
    if (cursor === undefined) return undefined;
    const prefix = `${this.#field}:`;
    if (cursor.startsWith(prefix)) return cursor.slice(prefix.length);
    throw invalidParams("Invalid cursor");
  }

  /** Removes the positions of removed items. Their cursors become invalid. */
  #close(): void {
    for (const [key, item] of this.#items) {
      if (item === undefined) this.#items.delete(key);
    }
    this.#gaps = 0;
  }
}

/**
 * Creates a function that notifies clients of changes, once for all changes of one turn:
 * all clients, or those that may see a changed feature.
 */
export function createChangeNotifier(
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
