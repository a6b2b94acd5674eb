export const LIMIT = 3;
export interface Plain {
  name: string;
}
export interface Other {
  other: string;
}
/** Bases that do not fit on one line. */
export interface Heir
  extends Partial<Omit<Plain, "other">>, Record<"first" | "second", string>, Omit<Other, "name" | "label"> {}
export interface Holder {
  orText: { a: string } | string;
  orNull: { a: string } | null;
  lists: ({ a: string } | string)[];
  nullables: ({ a: string } | null)[];
  pair: [{ a: string }, string?];
  alone: [{ a: string } | string];
  amongOthers: [{ a: string } | string, string];
  optional: [({ a: string } | string)?];
  labelled: [first: { a: string } | string, ...others: { a: string }[]];
  record: Record<string, { a: string } | string>;
  partial: Partial<{ a: string }>;
  omitted: Omit<{ a: string; b: string }, "a" | "c">;
  both: Plain & { a: string };
  choice: Plain & ({ a: string } | { b: string });
  joined: Plain & Other & { a: string } & Other & { b: string } & { c: string };
  either: (Plain & { a: string }) | string;
  indexed: { [key: string]: { a: string } | string };
  noted: {
    /** Of a key. */
    [key: string]: string;
  };
  limits: (typeof LIMIT)[];
  rest: [...(readonly string[])];
  empty: {} | string;
  suggested: "a" | (string & {});
  picked: Pick<
    { first: string; second: string; third: string; fourth: string; fifth: string },
    "first" | "second" | "third" | "fourth" | "fifth"
  >;
}
export type Choice = { a: string } | Plain;
export type Nullable = { a: string } | null;
export type Pair = [{ a: string }, Plain];
