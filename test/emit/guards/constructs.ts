/** Schemas whose guards are easily wrong, beside those in test/cases. */
export const constructs: Readonly<Record<string, string>> = {
  "literals with limits": `
    export interface Limited {
      /** @minLength 2 */
      word: "a" | "bcd";
      /** @minimum 2 */
      level: 1 | 2 | 3;
      /** @maxLength 1 */
      fixed?: "x" | "xy";
    }`,
  "unions with limits": `
    export interface Mixed {
      /** @minimum 0 */
      either: string | number;
      /** @minItems 1 */
      several: string | string[];
      /** @maxLength 2 */
      open?: "long" | string;
    }`,
  "limits of another type": `
    export interface Mistaken {
      /** @minLength 2 */
      count: number;
      /** @minimum 2 */
      word: string;
      /** @minProperties 1 */
      list: string[];
      /** @minItems 1 */
      map: { [key: string]: number };
    }`,
  "limits on named types": `
    export type Name = string;
    /** @minimum 1 */
    export type Count = number;
    export interface Tag { label: string }
    export interface Uses {
      /** @minLength 2 */
      name: Name;
      /** @maximum 3 */
      count: Count;
      /** @minProperties 2 */
      tag?: Tag;
    }`,
  "names that the guards use themselves": `
    export interface Tool { ok: boolean }
    export interface Clash {
      checkTool: string;
      checkClash?: Tool;
      tool: Tool;
      /** @pattern ^a+$ */
      pattern1?: string;
      value?: Tool;
      report?: Tool;
      depth?: { key: number; i: string[]; entry: { [key: string]: number } };
      isObject?: Tool;
      fail?: number;
      within?: Tool[];
      Number?: number;
      Array?: string[];
      Object?: { constructor: string };
      undefined?: null;
      clash?: Clash;
    }`,
  "types named like helpers": `
    export interface Report { path: string[] }
    export interface Issue { message: string }
    export interface Fields { fields?: Fields[] }
    export interface Object { object: boolean }
    export type Value = Report | Issue | Fields;`,
  "keys that every object inherits": `
    export interface Inherited {
      constructor: string;
      toString?: { toString: number };
      hasOwnProperty?: Inherited;
      valueOf: unknown;
    }
    export interface ByKey { kind: "a"; toString: string }
    export interface OrElse { kind: "b"; constructor: number[] }
    export type Either = ByKey | OrElse;`,
  "recursion through unions, lists and maps": `
    export type Tree = Leaf | Branch | Tree[] | { [key: string]: Tree };
    export interface Leaf { leaf: string | null }
    export interface Branch { left: Tree; right?: Branch; all?: Branch[] }
    export type Deep = { inner?: { inner?: Deep }[] };
    export interface Odd { even?: Even; n: number }
    export interface Even { odd: Odd | null }`,
  "unions told apart by their keys": `
    export interface A { a: string; shared?: number }
    export interface B { b: string; shared?: string }
    export interface C { a: number; b?: string; kind: "c" }
    export type AnyOfThem = A | B | C;
    export type Lists = A[] | B[] | string[];
    export type Wide = A | "word" | 3 | null | boolean | B[];
    export type Nested = (A | B) | (C | "x");`,
  "unions with a discriminator": `
    export interface On { kind: "on" | "lit"; level: number; mode?: "x" }
    export interface Off { kind: "off"; mode: "x" | "y" }
    export interface Off2 { kind: "off"; mode: "z"; z: null }
    export type Switch = On | Off | Off2;
    export interface Num { kind: 1; level: number }
    export type Mixed = On | Num;
    export interface Uses { one: On | Off; list: (On | Off)[]; map: { [key: string]: On | Off } }`,
  intersections: `
    export interface Named { name: string; meta?: object }
    export interface Sized { size: number; name: "x" | "y" }
    export type Both = Named & Sized;
    export type Choice = Named & ({ a: string } | { b: number });
    export interface Holder { both: Both & { more?: boolean }; never?: never }`,
  "unique items": `
    export interface Unique {
      /** @uniqueItems */
      all: (boolean | null)[];
      /**
       * @uniqueItems
       * @minItems 2
       */
      few?: (string | number)[];
    }`,
  "index signatures": `
    export interface Typed { known: string; [key: string]: string | number }
    export type Map = Record<string, { inner: Record<string, number[]> }>;
    export interface None { [key: string]: never }
    export interface Base { a?: number; [key: string]: unknown }
    export interface Derived extends Base { b: string }`,
  tuples: `
    export type Pair = [string, number?];
    export type Rest = [first: boolean, ...rest: Pair[]];
    export interface Holder { pair: Pair; rest?: Rest; empty?: [] }`,
};
