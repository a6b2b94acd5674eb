export const COMPUTED = 1 + 1;
export const CALLED = Math.random();
export const LIST = ["a"] as const;
export const OBJECT = { a: 1 };
export const NOTHING = null;
export const CAST = "a" as string;
export const HUGE = 1e999;
export declare const DECLARED: string;

export enum Level {
  Text = "text",
  Next,
  Shifted = 1 << 2,
}

export const Kind = { A: "a", B: Math.PI, ...OBJECT } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
