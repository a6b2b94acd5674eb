export interface Thing {
  name: string;
  size?: number;
  readonly id: string;
  kind: "a" | "b";
  [key: string]: unknown;
}

export interface Thing {
  name: number;
  size: number;
  id: string;
  kind: "a" | "c";
  [key: string]: unknown;
}

export interface Half {
  a: string;
}

interface Half {
  b: string;
}

export interface Base {
  text: string;
}
export interface Narrowed extends Base {
  other: string;
}
export interface Narrowed {
  other: string[];
}
