export interface Twice {
  a: string;
  "a"?: number;
  inner: { 1: string; 0x1: string };
}

export enum Level {
  Low,
  Low,
}
