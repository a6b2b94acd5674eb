/** A result before the runtime adds what its revision requires of every result. */
export type Answer<Result> = Result extends unknown ? Unfilled<Result> : never;

type Unfilled<Result> = {
  [Key in keyof Result as Key extends Filled ? never : Key]: Result[Key];
} & {
  [Key in keyof Result as Key extends Filled ? Key : never]?: Result[Key];
};

type Filled = "resultType" | "ttlMs" | "cacheScope";

/** What a handler may return: at once or later. */
export type Awaitable<Value> = Value | Promise<Value>;
