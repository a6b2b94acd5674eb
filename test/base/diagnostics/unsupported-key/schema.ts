export type ByNumber = Record<number, string>;
export type ByMixed = Record<"a" | 1, string>;
export type ByInterface = Record<Source, string>;
export type OmitAny = Omit<Source, string>;
export type PickNumber = Pick<Source, 1>;
export type ByLevel = Record<Level, string>;

export interface Source {
  a: string;
}

export enum Level {
  Low = 1,
}
