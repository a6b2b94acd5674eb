import { Base, type Other as Renamed } from "./shared.js";
import type { Late } from "./late";
export { Passed } from "./shared.ts";
export * from "./nested/all.ts";

export interface Own extends Base {
  other: Renamed;
  late: Late;
}
