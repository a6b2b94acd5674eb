import type { EarlySchema } from "./schema.ts";

/** States without messages. */
export const types: readonly EarlySchema[] = [
  [
    "empty interfaces",
    `export interface A {}
export interface B extends A {}
export type C = A | B;`,
  ],
  [
    "declare",
    `export declare interface A { x: string }
declare interface B { y: A }
export declare type C = A | B;
export declare const LATEST: "1";
export declare enum E { A = "a" }
declare const other: 3;
export interface D { v: typeof LATEST; e: E; n: typeof other; b: B }`,
  ],
  [
    "forward refs",
    `export type A = B[];
export type B = C | D;
export interface D extends E {}
export interface E { c?: C; a: A }
export type C = { d: D };`,
  ],
  ["optional null", `export interface A { x?: null; y?: string | null }`],
  [
    "intersections",
    `export type A = { x: string } & { y: number };
export interface B extends A { z: boolean }
export type C = B & ({ k: "a" } | { k: "b" });
export type D = string & { __brand?: "id" };`,
  ],
  [
    "comments",
    `// a file
/* block */
/** doc of nothing */

/** first */ /** second */
export /* a */ interface /* b */ A /* c */ { // d
  /* e */ x /* f */ : /* g */ string /* h */ ; // i
  /** doc x */
  // line between
  y: number, /** trailing? */
  z: boolean
  /** at the end */
}
/**
 * @deprecated
 */
export type B =
  // first
  | /* one */ "a"
  /** two */
  | "b" // end
  ;
/** dangling */`,
  ],
  [
    "commas and semis",
    `export interface A { a: string, b: number; c: boolean
 d: null }
;;
export type T = { a: 1, b: 2 };`,
  ],
  [
    "string names",
    `export interface A { 'a-b': string; "c": number; 1: string; [\`t\`]: boolean; ['q']: string }`,
  ],
  [
    "empty enum",
    `export enum A {}
export interface B { a?: A }`,
  ],
  [
    "readonly",
    `export interface A { readonly x: readonly string[]; y: ReadonlyArray<number>; z: Readonly<Record<string, string>> }
export type R = Readonly<A>;`,
  ],
  [
    "self array",
    `export type J = string | number | boolean | null | J[] | { [k: string]: J };
export interface A { j: J }`,
  ],
  [
    "export type list",
    `interface Inner { x: string }
type T = Inner[];
export type { Inner, T };`,
  ],
  [
    "no exports",
    `interface A { x: string }
type B = A | string;
const C = 1;`,
  ],
  [
    "const type union",
    `export const Role = { User: "user", Bot: "bot" } as const;
export type Role = typeof Role[keyof typeof Role];
export interface A { r: Role; u: typeof Role.User }`,
  ],
  [
    "satisfies",
    `export const V = "1" satisfies string;
export const W = <const>"2";
export const X: string = "x";
export const Y: number = 3;`,
  ],
  [
    "shebang",
    `#!/usr/bin/env node
export interface A { x: string }`,
  ],
  [
    "dup prop union",
    `export interface A { x: "a" | "a" | string; y: number | number }`,
  ],
  [
    "tuple",
    `export type P = [number, number];
export type Q = [a: string, ...rest: number[]];
export type R = [...P, string];
export type S = readonly [string?];`,
  ],
  [
    "reserved names",
    `export interface Object { x: string }
export interface Array { x: string }
export interface Error { code: number }
export interface Promise { x: string }
export interface Record { x: string }
export interface Map { y: Record; a: Array; o: Object; p: Promise; e: Error }
export interface Symbol { x: string }
export interface String_ { x: string }`,
  ],
  [
    "utility shadow",
    `export type Partial = { x: string };
export interface Omit { y: Partial }
export interface A { p: Partial; o: Omit }`,
  ],
  [
    "unicode",
    `export interface Größe { höhe: number; "日本": string; émoji: "😀" }
export type Ω = Größe | "\\u0000";`,
  ],
  ["deep optional", `export interface A { a?: { b?: { c?: { d?: A[] } } } }`],
  [
    "partial required",
    `export interface A { x?: string; y: number }
export type P = Partial<A>;
export type Q = Required<A>;
export interface R extends Partial<A> { z: string }
export interface S extends Required<Pick<A, "x">> {}
export type T = Omit<A, "x"> & { x: number };`,
  ],
  [
    "extends conflict",
    `export interface A { x: string }
export interface B { x: string }
export interface C extends A, B { x: "a" }`,
  ],
  [
    "extends record",
    `export interface A extends Record<string, unknown> { x: string }
export interface B extends Record<"a", string> {}`,
  ],
  [
    "merged index",
    `export interface A { [key: string]: unknown }
export interface A { x: string }
export interface B extends A { y: number }
export interface B extends A { z: number }
export type C = Omit<B, "y">;
export type D = Partial<B>;`,
  ],
  [
    "merged recursion",
    `export interface Tree { left?: Tree }
export interface Tree { right?: Tree; all: Tree[] }
export type Forest = Record<string, Tree> | Tree;`,
  ],
  [
    "date intersection",
    `export type A = Date & { x?: string };
export type B = Date & string;
export interface C { a: A; b?: B }`,
  ],
  [
    "date heritage",
    `export interface A { x: unknown; y: Date | null; z: string | number }
export interface B extends A { x: Date; y: Date; z: string }
export interface C { x: object }
export interface D extends C { }`,
  ],
  [
    "date alias chain",
    `export type T = Date;
export type U = T;
export type V = U[] | T;
export interface A { t: T; u?: U; v: V; w: U | string | T }`,
  ],
  [
    "no method string",
    `export interface Message { type: "hello"; payload: any }
export interface Bye { type: "bye" }
export type AnyMessage = Message | Bye;`,
  ],
  [
    "spread tuples, empty enums and computed names",
    `export enum None {}
export interface A { none?: None; many: None[]; x?: string | undefined; ["q"]: number; 1: string }
export type P = [number, number];
export type Q = [a: string, ...rest: number[]];
export type R = [...P, string];
export type S = [boolean, ...Q];
export type U = [...(P | Q)];
export const X: string = "x";
export interface B { x: typeof X; r: R }`,
  ],
];
