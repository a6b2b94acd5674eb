import type { Handler } from "../peer/handlers.ts";
import type { Awaitable } from "../protocol/answer.ts";
import type { JsonObject } from "../protocol/message.ts";
import type { OfferedList } from "../protocol/scopes/permit.ts";
import type { CanRead, Viewer } from "../protocol/viewer.ts";
import type { Eventual } from "../protocol/when-ready.ts";

/** Tool, resource, resource template or prompt of a server. */
export interface Feature {
  /** Name, URI or template that identifies the feature in its kind. */
  readonly key: string;
  /**
   * Name of the kind. Features of one kind share a collection, also if another copy of the
   * runtime created them.
   */
  readonly kind?: string;
  /** Creates the collection of the kind. */
  readonly collect: (host: CollectionHost) => Collection;
}

/** Returns true if a subscribed client receives a notification. */
export type Audience = (viewer: Viewer) => Awaitable<boolean>;

/** Functions of a server that its collections use. */
export interface CollectionHost {
  /** Number of items on a page. */
  readonly pageSize: number;
  /** Notifies subscribed clients, e.g. of `notifications/tools/list_changed`. */
  publish(method: string, params?: JsonObject, audience?: Audience): void;
  /** Read rule for resources. Default: every client may read every resource. */
  readonly canRead?: CanRead | undefined;
  /** Reports errors that no client receives, e.g. errors of a tool. */
  onError(error: Error): void;
}

/** Features of one kind with the methods that serve them. */
export interface Collection {
  /** Throws a TypeError if the key exists or the feature is invalid. */
  add(feature: Feature): void;
  /** Returns false if the feature is not in the collection. */
  remove(feature: Feature): boolean;
  /**
   * Handlers by method. If a handler returns undefined, the next collection with the method
   * answers, e.g. for `completion/complete`.
   */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Capabilities of a server with this collection, e.g. `{ tools: { listChanged: true } }`. */
  readonly capabilities: JsonObject;
  /** Lists of features by the name of their field in results. */
  readonly lists?: { readonly [name: string]: OfferedList };
  /** Returns false if the rules of the features forbid the client to read a resource. */
  mayRead?(uri: string, viewer: Viewer): Eventual<boolean>;
}

/**
 * Handler of a user with unknown parameters: `never` accepts all of them. The generated
 * types define the real ones.
 */
export type UntypedHandler = (...parameters: never) => unknown;

/** Calls a handler of a user without `this`. */
export function callHandler(
  handler: UntypedHandler,
  ...parameters: unknown[]
): unknown {
  return Reflect.apply(handler, undefined, parameters);
}

/**
 * Rejects handlers with another return type, and shows the allowed type in the error: for a
 * union, the compiler would explain every member. Excess keys are rejected too, as in an
 * object literal.
 */
export type Returns<Returned, Allowed> = [Returned] extends [Allowed]
  ? [ExcessKey<Returned, KeyOf<Allowed>>] extends [never]
    ? unknown
    : MayReturn<Allowed>
  : MayReturn<Allowed>;

/** Allowed return type of a handler, immediate or in a promise. */
export interface MayReturn<Allowed> {
  /** Allowed type, which the compiler shows in its error. */
  readonly "this handler may return": Allowed;
}

/** Contextual type for the return value. It accepts everything; `Returns` rejects. */
export type Returning<Allowed> = Allowed | {} | null | undefined | void;

type KeyOf<Union> = Union extends object ? keyof Union : never;

/** Excess keys of a result type. */
type ExcessKey<Value, Known> = Value extends Result
  ? string extends keyof Value
    ? never
    : Exclude<keyof Value, Known>
  : never;

/** Results that are known by their keys. */
type Result =
  | { readonly content: unknown }
  | { readonly structuredContent: unknown }
  | { readonly contents: unknown }
  | { readonly messages: unknown };
