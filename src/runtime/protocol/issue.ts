/** Why a value is not of a type: the first thing that is wrong with it. */
export interface Issue {
  /** Where, from the outside in. */
  readonly path: readonly (string | number)[];
  /** What is wrong there. */
  readonly message: string;
}

/** The guard of a type: says why a value is none. */
export type Validate = (value: unknown) => Issue | undefined;
