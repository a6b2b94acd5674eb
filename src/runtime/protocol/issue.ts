/** First reason why a value does not match a type. */
export interface Issue {
  /** Path from the outside in. */
  readonly path: readonly (string | number)[];
  /** Problem at the path. */
  readonly message: string;
}

/** The guard of a type: says why a value is none. */
export type Validate = (value: unknown) => Issue | undefined;
