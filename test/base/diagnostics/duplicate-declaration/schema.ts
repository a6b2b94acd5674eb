import { Imported, Own } from "./other.ts";

export interface Own {}

export type Merged = {
  a: string;
};
export interface Merged {
  b: string;
}

export enum Level {
  Low,
}
export interface Level {
  c: string;
}

export type Both = string;
export const Both = "both";

export const TWICE = 1;
export const TWICE = 1;

import { Again as Imported } from "./other.ts";
export type Hidden = Imported;
