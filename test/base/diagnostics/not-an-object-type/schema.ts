export type Text = string;
export type Either = Left | Right;

export interface Left {
  left: string;
}
export interface Right {
  right: string;
}
export enum Level {
  Low,
}

export interface FromText extends Text {}
export interface FromEither extends Either {}
export interface FromLevel extends Level {}
export interface FromArray extends Array<string> {}
export type Less = Omit<Either, "left">;
export type Part = Pick<"text", "length">;
export type Loose = Partial<string>;
export type Strict = Required<string[]>;
export type Each = Partial<Either>;
export type Fine = Readonly<Either | string[]>;
