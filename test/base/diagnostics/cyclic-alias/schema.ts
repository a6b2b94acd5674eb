export type Self = Self;
export type First = Second | string;
export type Second = Third | null;
export type Third = First & { x: string };
export type Values = Record<string, Values>;
export type Some = Partial<Some>;

export type Fine = { inner: Fine } | Fine[] | [Fine?];
