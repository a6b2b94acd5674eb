import { invalidParams } from "../protocol/errors.ts";
import type {
  Collection,
  CollectionHost,
  Feature,
} from "../features/feature.ts";
import type { Handler, HandlerMap } from "../peer/handlers.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { RequestRecord } from "../peer/record.ts";
import type {
  Offered,
  OfferedFeature,
  OfferedList,
} from "../protocol/scopes/permit.ts";
import type { Guarded, Viewer } from "../protocol/viewer.ts";
import { whenReady, type Eventual } from "../protocol/when-ready.ts";

/** Features of a server, by kind. */
export class Catalog implements Offered {
  isScoped = false;
  readonly #host: CollectionHost;
  /** Collections by kind. */
  readonly #collections = new Map<unknown, Collection>();

  constructor(host: CollectionHost) {
    this.#host = host;
  }

  /** Throws a TypeError if a feature of the same kind has the same name. */
  add(feature: Feature & Guarded): void {
    const known = this.#collections.get(kindOf(feature));
    const collection = known ?? feature.collect(this.#host);
    collection.add(feature);
    this.#collections.set(kindOf(feature), collection);
    this.isScoped ||= feature.scopes !== undefined;
  }

  remove(feature: Feature): boolean {
    return this.#collections.get(kindOf(feature))?.remove(feature) ?? false;
  }

  get capabilities(): JsonObject {
    const all = [...this.#collections.values()];
    return Object.assign({}, ...all.map(({ capabilities }) => capabilities));
  }

  list(name: string): OfferedList | undefined {
    for (const { lists } of this.#collections.values())
      if (lists?.[name]) return lists[name];
    return undefined;
  }

  /** True if a resource has this URI, and every client may see it. */
  hasOpenResource(uri: string): boolean {
    const feature: (Guarded & Partial<OfferedFeature>) | undefined =
      this.list("resources")?.find(uri);
    return feature !== undefined && !feature.visible;
  }

  /**
   * Returns true if neither scopes nor the collections of features forbid this client to
   * read a resource.
   */
  mayRead(uri: string, viewer: Viewer): Eventual<boolean> {
    return whenReady(viewer.permit?.mayRead(uri, this) ?? true, (may) => {
      for (const { mayRead } of this.#collections.values())
        if (may && mayRead) return mayRead(uri, viewer);
      return may;
    });
  }

  /**
   * Handlers by method. If several collections have a method, the first one that returns a
   * result answers.
   */
  get handlers(): HandlerMap {
    const turns = new Map<string, Handler[]>();
    for (const { handlers } of this.#collections.values())
      for (const [method, handler] of handlers)
        turns.set(method, [...(turns.get(method) ?? []), handler]);
    return new Map(
      [...turns].map(([method, handlers]) => [method, firstMatch(handlers)]),
    );
  }
}

function kindOf({ kind, collect }: Feature): unknown {
  return kind ?? collect;
}

function firstMatch(handlers: readonly Handler[]): Handler {
  const [only, ...others] = handlers;
  // One handler is the usual case: it needs no promise.
  if (only && others.length === 0)
    return (params, request) => only(params, request) ?? failUnknown(request);
  return async (params, request) => {
    for (const handler of handlers) {
      const result = await handler(params, request);
      if (result !== undefined) return result;
    }
    return failUnknown(request);
  };
}

function failUnknown({ method }: RequestRecord): never {
  throw invalidParams(`${method}: unknown name`);
}
