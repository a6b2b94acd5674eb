/* Not documentation. */

/** Not the last one. */
/**
 * The description, over
 * two lines.
 *
 *   - indented
 *
 * @deprecated Since always.
 * Use {@link Other} instead.
 * @internal
 * @category Examples
 * @see {@link https://example.com | a page}
 * @see Other.name for more
 * @example Of code
 * ```json
 * {
 *   "@type": 1
 * }
 * ```
 * @param {string} unknown - to a schema
 */
// Between the comment and its declaration.
/* So is this. */
export interface Documented {
  /** See {@link Other | the other}, {@linkcode Other.name} and {@link Other}. */
  one: string; // trailing

  // Only a line comment.
  two: string;

  /** @deprecated */
  three: string;

  /* Not documentation either. */
  four: string;
}

/** On a type. */
export type Other = { name: string };

/** On a constant. */
export const ONE = 1;
