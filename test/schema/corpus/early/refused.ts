import { open, type EarlySchema } from "./schema.ts";

/** What no JSON is, or would have to be computed: each gets a diagnostic that says what to write. */
export const refused: readonly EarlySchema[] = [
  [
    "export default interface",
    `export default interface A { x: string }
export interface B { a: A }`,
  ],
  [
    "as const object",
    `export const Methods = { ping: "ping", list: "tools/list" } as const;
export interface PingRequest { method: typeof Methods.ping }`,
  ],
  [
    "as const unpaired",
    `export const Levels = { low: 1, high: 2 } as const;
export type Level = keyof typeof Levels;
export interface A { l: Level }`,
  ],
  [
    "number constants",
    `export const PARSE_ERROR = -32700 as const;
export const HEX = 0xff;
export const BIG = 1_000_000;
export const EXP = 1e3;
export const NEG = -1;
export const SUM = 60 * 1000;`,
  ],
  [
    "template constant",
    `export const VERSION = \`1.0\`;
export const URL_ = \`https://x/\${VERSION}\`;
export interface A { v: typeof VERSION }`,
  ],
  [
    "let",
    `export let version = "1";
export interface A { v: string }`,
  ],
  [
    "const array",
    `export const LEVELS = ["a", "b"] as const;
export type Level = (typeof LEVELS)[number];
export interface A { l: Level }`,
  ],
  ["methods in interface", `export interface A { run(): void; x: string }`],
  [
    "class",
    `export class A { x: string = "" }
export interface B { a: string }`,
  ],
  [
    "namespace",
    `export namespace N { export interface A { x: string } }
export interface B { a: N.A }`,
  ],
  [
    "generic",
    `export interface Page<T> { items: T[]; next?: string }
export interface A { x: string }
export type AP = Page<A>;`,
  ],
  [
    "generic default",
    `export interface Req<P = object> { method: string; params: P }
export interface A extends Req<{ x: string }> { method: "a" }`,
  ],
  [
    "undefined",
    `export interface A { x: string | undefined; y?: number | undefined; z: undefined | null }`,
  ],
  [
    "void",
    `export type A = void;
export interface B { x: string }`,
  ],
  ["bigint", `export interface A { x: bigint }`],
  ["unique symbol", `export interface A { x: symbol }`],
  [
    "template type",
    `export type Uri = \`file://\${string}\`;
export interface A { u: Uri; v: \`a-\${number}\`; w: \`lit\` }`,
  ],
  [
    "keyof",
    `export interface A { x: string; y: number }
export type K = keyof A;
export interface B { k: K }`,
  ],
  [
    "indexed access",
    `export interface A { x: string; y: { z: number } }
export interface B { k: A["x"]; m: A["y"]["z"] }`,
  ],
  [
    "mapped",
    `export type F = { [K in "a" | "b"]: string };
export type G = { [K in "a" | "b"]?: number };`,
  ],
  [
    "conditional",
    `export type F<T> = T extends string ? 1 : 2;
export interface A { x: string }`,
  ],
  [
    "exclude",
    `export type L = "a" | "b" | "c";
export type M = Exclude<L, "a">;
export type N = Extract<L, "a" | "b">;
export type O = NonNullable<string | null>;
export interface A { m: M; n: N; o: O }`,
  ],
  [
    "number index",
    `export interface A { [index: number]: string }
export interface B { [key: string]: string; [n: number]: string }`,
  ],
  [
    "two index",
    `export interface A { [key: string]: any; [k: \`x-\${string}\`]: any }`,
  ],
  [
    "record keys",
    `export type A = Record<"a" | "b", number>;
export type B = Record<number, string>;
export enum E { X = "x" }
export type C = Record<E, string>;
export type D = { [key in E]: string };`,
  ],
  [
    "const named keys",
    `export const KEY = "io.x/key";
export interface A { [KEY]: string; x: number }`,
  ],
  [
    "enum kinds",
    `export enum A { X, Y = 5, Z }
export const enum B { P = "p", Q = "q" }
export enum C { M = 1 << 2, N = M | 1, L = "abc".length }
export interface D { a: A; b: B; c: A.X }`,
  ],
  ["this", `export interface A { child?: this; x: string }`],
  [
    "object unions",
    `export type A = object | string;
export type B = {} | null;
export type C = Object;
export type D = Function;`,
  ],
  [
    "wrappers",
    `export interface A { s: String; n: Number; b: Boolean; a: Array<any>; o: Object }`,
  ],
  [
    "declare global",
    `declare global { interface Window { x: string } }
export interface B { x: string }`,
  ],
  [
    "alias const same name",
    `export const Level = "low";
export type Level = typeof Level;
export interface A { l: Level }`,
  ],
  [
    "null const",
    `export const N = null;
export const U = undefined;
export interface A { x: string }`,
  ],
  [
    "call signature",
    `export interface A { (x: string): void }
export interface B { new (x: string): A }`,
  ],
  ["getter", `export interface A { get x(): string; set x(v: string) }`],
  [
    "abstract",
    `export type A = (x: string) => void;
export interface B { cb: A; x: string }`,
  ],
  ["optional method", `export interface A { onclose?: () => void; x: string }`],
  [
    "lowercase names",
    `export interface request { id: number; method: string }
export interface ping extends request { method: "ping" }
export type pong = { ok: true };
export interface Ping extends request { method: "Ping" }`,
  ],
  [
    "literals",
    `export type A = 0 | -0 | 1e21 | 0x10 | 1.5 | "it\\'s" | \`t\` | true | null;
export type B = 1n;`,
  ],
  [
    "abstract ctor",
    `export type A = abstract new () => object;
export interface B { x: string }`,
  ],
  [
    "const destructure",
    `export const { a, b } = { a: 1, b: 2 };
export interface A { x: string }`,
  ],
  [
    "const object",
    `export const DEFAULTS = { timeout: 10, name: "x" };
export interface A { x: string }`,
  ],
  [
    "const null type",
    `export const A: 1 = 1, B = "b" as "b";
export interface C { a: typeof A; b: typeof B }`,
  ],
  [
    "date to object",
    `export interface C { x: object }
export interface D extends C { x: Date }`,
  ],
  ["date index", `export interface C { [key: string]: object; when: Date }`],
  ["date extends", `export interface C extends Date { x: string }`],
  [
    "date partial",
    `export type C = Partial<Date>; export type D = Readonly<Date>; export type E = Pick<Date, "getTime">; export type F = Omit<Date, "x">;`,
  ],
  [
    "same handler",
    `${open}

export interface CancelRequest extends Request { method: "cancel" }
export interface CancelResult {}
export interface CancelNotification extends Notification { method: "notifications/cancel" }
export type ClientNotification = CancelNotification;
export type ClientRequest = CancelRequest;`,
  ],
  [
    "interface and const",
    `export interface Level { x: string }
export const Level = "x";`,
  ],
  [
    "union interface holder",
    `${open}

export interface ARequest extends Request { method: "a" }
export interface EmptyResult {}
export interface ClientRequests { a: ARequest }
export type ClientRequest = ClientRequests[keyof ClientRequests];`,
  ],
];
