export interface A extends B {}
export interface B extends C {}
export interface C extends Omit<A, "x"> {}

export interface Self extends Self {}

export interface Through extends Alias {}
export type Alias = Through & { x: string };

export interface Fine extends Values {}
export type Values = Record<string, Fine>;
