export interface Source {
  id: string;
  name?: string;
  error: number;
}

export type Key = "id" | "name";
export const ERROR = "error";
export enum Names {
  Id = "id",
}

export interface WithoutError extends Omit<Source, "error"> {
  error: string;
}

export type Few = Pick<Source, Key>;
export type Named = Pick<Source, typeof ERROR | Names | Names.Id>;
export type Same = Omit<Source, never>;
export type Loose = Partial<Source>;
export type Strict = Required<Source>;
export type Frozen = Readonly<Source>;
export type FrozenList = Readonly<string[]>;
export type Several = Readonly<Source | Few>;
