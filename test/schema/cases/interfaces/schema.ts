interface Base {
  id: string;
}

export interface Derived extends Base {
  id: "fixed";
  readonly once: number;
  maybe?: boolean;
  readonly both?: boolean;
}

export interface Left extends Base {
  left: string;
}

export interface Right extends Base {
  right: string;
}

export interface Diamond extends Left, Right {}
