export interface Constrained {
  /**
   * @format uri
   * @pattern ^[a-z]+://.*$
   * @minLength 1
   * @maxLength 100
   */
  address: string;
  /**
   * Between zero and one.
   *
   * @TJS-type number
   * @minimum 0
   * @maximum 1
   * @default 0.5
   */
  share: number;
  /**
   * @exclusiveMinimum -1.5
   * @TJS-exclusiveMaximum 1e3
   * @multipleOf 0.5
   * @TJS-type ["integer", "null"]
   * @nullable
   */
  steps: number | null;
  /**
   * @minItems 1
   * @maxItems 3
   * @uniqueItems
   * @default ["a"]
   */
  names: string[];
  /**
   * @minProperties 1
   * @maxProperties 2
   * @default not JSON
   */
  map: { [key: string]: string };
  /**
   * @uniqueItems false
   * @type {string} of JSDoc, not of JSON Schema
   */
  more: string[];
}

/** @minLength 1 */
export type Name = string;
