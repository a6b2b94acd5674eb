import { Known, Knwon, Absent } from "./other.ts";
export { Missing } from "./other.ts";
export { Used, Uses };

export interface Uses {
  known: Known;
  absent: Absent;
}
