/** What a side says of itself, in every revision alike. */
export interface Identity {
  /** The name and the version of this side. */
  readonly info: object;
  /** How to use it, for a model to read. */
  readonly instructions?: string | undefined;
  /** What handlers and features do not tell. */
  readonly capabilities?: object | undefined;
  /** How long clients may keep results that do not say so themselves. */
  readonly cache?: object | undefined;
}
