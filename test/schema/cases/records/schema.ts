export type Anything = Record<string, unknown>;
export type ByKey = Record<Key, number>;
export type ByLiteral = Record<"a" | "b", number>;
export type ByEnum = Record<Names, Record<string, string>>;
export type Key = "x" | "y";
export enum Names {
  First = "first",
}

export interface Open extends Record<string, unknown> {
  known: string;
}
