export type Brand = string & { __brand: "X" };
export type Weak = string & { __brand?: "X" };
export type Empty = string & {};
export interface None {}
export type Named = string & None;
export type Rec = "a" | (string & Record<never, never>);
export type Both = string & number;
export interface Req { a: never }
export interface Opt { a?: never; b: never[]; c: Record<string, never> }
export type Nothing = never;
export interface Uses { a: Nothing }
export interface Loop { next: Loop }
export interface L1 { a: L2 }
export interface L2 { a: L1 }
export interface Ok { next?: Ok; list: Ok[] }
export interface Tags {
  /** @minimum 5
   * @maximum 1 */
  a: number;
  /** @minLength 5
   * @maxLength 1 */
  b?: string;
  /** @TJS-type integer
   * @minimum 1.2
   * @maximum 1.8 */
  c: number;
  /** @multipleOf 10
   * @minimum 1
   * @maximum 9 */
  d: number;
  /** @pattern ^a{5}$
   * @maxLength 3 */
  e: string;
  /** @minItems 3 */
  f: [string, number];
  /** @minItems 3
   * @uniqueItems */
  g: boolean[];
  /** @pattern ^b */
  i: "a" | "c";
  /** @maxProperties 1 */
  j: { a: string; b: string };
  /** @minimum 1 */
  k: Small;
  /** @exclusiveMinimum 1
   * @maximum 1 */
  l: number;
  /** @nullable */
  n: string;
  /** @nullable
   * @TJS-type ["integer","null"] */
  o: number;
}
/** @maximum 0 */
export type Small = number;
/** @nullable */
export type Conf = { a: 1 } & { a: 2 };
export interface I1 { a?: number; [key: string]: number }
export interface I2 { a?: number; [key: string]: number | undefined }
export interface I3 { [key: string]: string }
export interface I4 extends I3 { b?: string }
export type Arr = string[] & { length: 3 };
export interface Dead { x?: string & number; y: (string & number)[] }
