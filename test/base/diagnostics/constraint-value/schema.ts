export interface Constrained {
  /**
   * @minimum abc
   * @maximum
   * @exclusiveMinimum Infinity
   * @minLength -1
   * @maxItems 1.5
   * @uniqueItems maybe
   * @nullable no
   * @format
   * @pattern a
   * b
   */
  value: string;
}

export interface Tags {
  /** @multipleOf 0 */
  step: number;
  /** @asType text */
  unknown: string;
}

/** @nullable */
export interface Nullable {
  a: string;
}
