import type { Handler } from "../peer/handlers.ts";
import type { Awaitable } from "../protocol/answer.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { OfferedList } from "../protocol/scopes/permit.ts";
import type { CanRead, Viewer } from "../protocol/viewer.ts";
import type { Eventual } from "../protocol/when-ready.ts";

/** Something that a server offers: a tool, a resource, a prompt. */
export interface Feature {
  /** Tells it from other features of its kind: a name, a URI, a template. */
  readonly key: string;
  /**
   * The name of its kind. Features of one kind make one collection, also those
   * that another copy of the runtime made.
   */
  readonly kind?: string;
  /** Makes the collection of its kind. */
  readonly collect: (host: CollectionHost) => Collection;
}

/** Whether one of those who subscribed is told. */
export type Audience = (viewer: Viewer) => Awaitable<boolean>;

/** What a collection asks of its server. */
export interface CollectionHost {
  /** The number of items of a page. */
  readonly pageSize: number;
  /** Tells those who subscribed: `notifications/tools/list_changed` and the like. */
  publish(method: string, params?: JsonObject, audience?: Audience): void;
  /** Whether a client may read a resource: any may, where there is no such rule. */
  readonly canRead?: CanRead | undefined;
  /** Hears what is not told to clients, such as what a tool threw. */
  onError(error: Error): void;
}

/** Features of one kind, and the methods that serve them. */
export interface Collection {
  /** Throws a TypeError when the key is taken or the feature is not sound. */
  add(feature: Feature): void;
  /** Whether it was there. */
  remove(feature: Feature): boolean;
  /**
   * By method. One that returns undefined leaves the request to the next
   * collection that has the method, as with `completion/complete`.
   */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** What a server with this collection declares, e.g. { tools: { listChanged: true } }. */
  readonly capabilities: JsonObject;
  /** Its features, by the name that results have for them. */
  readonly lists?: { readonly [name: string]: OfferedList };
  /** Whether a client may read what is known of a resource here. */
  mayRead?(uri: string, viewer: Viewer): Eventual<boolean>;
}

/**
 * A user's handler, whatever its parameters are: `never` lets each one pass,
 * and the generated types say what it is really called with.
 */
export type UntypedHandler = (...parameters: never) => unknown;

/** Calls a user's handler, which belongs to no object. */
export function callHandler(
  handler: UntypedHandler,
  ...parameters: unknown[]
): unknown {
  return Reflect.apply(handler, undefined, parameters);
}

/**
 * Refuses a handler that returns anything but what is allowed, and names that:
 * of a union, a compiler would tell at length why a value is none of its members.
 * What no member has is refused as well, as it is in a literal.
 */
export type Returns<Returned, Allowed> = [Returned] extends [Allowed]
  ? [Stray<Returned, KeyOf<Allowed>>] extends [never]
    ? unknown
    : MayReturn<Allowed>
  : MayReturn<Allowed>;

/** What a handler may return, at once or later. */
export interface MayReturn<Allowed> {
  /** What the compiler names where a handler returns something else. */
  readonly "this handler may return": Allowed;
}

/** Gives what is returned its context, and refuses nothing: `Returns` does. */
export type Returning<Allowed> = Allowed | {} | null | undefined | void;

type KeyOf<Union> = Union extends object ? keyof Union : never;

/** The keys of a result that are none of the known ones, where its type has no others. */
type Stray<Value, Known> = Value extends Result
  ? string extends keyof Value
    ? never
    : Exclude<keyof Value, Known>
  : never;

/** What is spelt out by its keys: a result of a tool, a resource or a prompt. */
type Result =
  | { readonly content: unknown }
  | { readonly structuredContent: unknown }
  | { readonly contents: unknown }
  | { readonly messages: unknown };
