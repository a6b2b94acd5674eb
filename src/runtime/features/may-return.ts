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
