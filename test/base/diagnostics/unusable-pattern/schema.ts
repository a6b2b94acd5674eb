/** @pattern ^(a */
export type Unterminated = string;

export interface Patterns {
  /** @pattern ^[\w-.]+$ */
  escaped: string;
  /**
   * @maxLength 10
   * @TJS-pattern ^(a+)+$
   */
  exponential: string;
  /** @pattern [a-z]+@[a-z]+ */
  quadratic: string;
  /**
   * @pattern [a-z]+@[a-z]+
   * @maxLength 254
   */
  bounded: string;
  /** @pattern ^(a)\1$ */
  repeated: string;
  /** @pattern ^[a-z]+$ */
  [key: string]: string;
}
