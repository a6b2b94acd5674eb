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

interface Half extends Thing {
  b: string;
}
export interface Half {
  b: string[];
}
