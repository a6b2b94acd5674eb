/** A result before the runtime adds what its revision requires of every result. */
export type Answer<Result> = Result extends unknown ? Unfilled<Result> : never;

type Unfilled<Result> = {
  [Key in keyof Result as Key extends Filled ? never : Key]: Result[Key];
} & {
  [Key in keyof Result as Key extends Filled ? Key : never]?: Result[Key];
};

/** Marks a result of which no text and no block can stand: a handler gives it whole. */
export interface Whole<Result> {
  /** The result. */
  readonly "given whole": Result;
}

/** What a handler returns of the results that are given whole. */
export type WholeOf<Result> =
  Result extends Whole<infer Given> ? Answer<Given> : never;

/** What a list in a result holds; never where the result has no such list. */
export type ItemOf<Result, Field extends string> = Result extends {
  readonly [Name in Field]?: infer List;
}
  ? List extends readonly unknown[]
    ? List[number]
    : never
  : never;

type Filled = "resultType" | "ttlMs" | "cacheScope";

/** What a handler may return: at once or later. */
export type Awaitable<Value> = Value | PromiseLike<Value>;
