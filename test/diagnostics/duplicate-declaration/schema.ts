import { Imported, Own } from "./other.ts";

export interface Own {}

export interface Merged {
  a: string;
}
export interface Merged {
  b: string;
}

export type Both = string;
export const Both = "both";

export const TWICE = 1;
export const TWICE = 1;

import { Again as Imported } from "./other.ts";
export type Hidden = Imported;
