/** Recursive aliases whose unions are spread, so that only a member can lead back to itself. */
export const forms: Readonly<Record<string, string>> = {
  "null beside an object": "export type A = { left: A | null } | null;",
  "an interface beside an object":
    "export interface O1 { o: string }\nexport type B = { left: B | null } | O1;",
  "an optional property": "export type C = { c?: C | string } | number;",
  "a list": "export type D = (D | null)[] | string;",
  "a tuple":
    "export type E = [E | null, (E | number)?, ...(E | null)[]] | string;",
  "what follows in a tuple": "export type W = [...(W | null)[]] | string;",
  "an index signature": "export type F = { [key: string]: F | null } | number;",
  "a record in an object":
    'export type G = { g: Record<string, G | null>; k?: Record<"k", { t: G | null }> } | null;',
  "an intersection":
    "export interface O2 { o: string }\nexport type H = ({ h: (H & O2) | null } & O2) | O2;",
  "Partial, Omit and Pick":
    'export type I = Partial<{ i: I | null }> | null;\nexport type J = { p: Omit<{ j: J | null; c: string }, "c"> | null; q: Pick<{ j: J | 1 }, "j"> } | null;',
  "a property of both members of an intersection":
    "export type K = { k: Partial<{ a: K | null } & { a?: K | null; b?: K | 1 }> } | null;",
  Readonly: "export type L = Readonly<{ l: L | null }> | null;",
  "objects and tuples in one another":
    "export type M = { x: { y: [{ z: M | null }] } } | null;",
  "two aliases, met first from an interface":
    "export interface N { x: { y: P | Q }; z?: P | null }\nexport type P = { q: Q | null } | string;\nexport type Q = { p: P | null } | number;",
  "two lists":
    "export type R = (S | null)[] | string;\nexport type S = [R | null] | number;",
  "three aliases that each spread the next":
    "export type T = { t: U | null } | string;\nexport type U = V | { u: T | null };\nexport type V = { v: (U | T)[] } | null;",
};

/** All of them, in one schema. */
export const allForms = Object.values(forms).join("\n");
