/** What a side says of itself, in every revision alike. */
export interface Identity {
  readonly info: object;
  readonly instructions?: string | undefined;
  readonly capabilities?: object | undefined;
  /** How long clients may keep results that do not say so themselves. */
  readonly cache?: object | undefined;
}
