export type Id = string | number;
export type Either = Left | Right;
export type Grouped = (Left | null) | (Right | "none");
export type Leading = | Left | Right;

export interface Left {
  side: "left";
}

export interface Right {
  side: "right";
}
