import type {
  NotificationMethod,
  Protocol,
  RequestMethod,
} from "../../../schema/model/index.ts";
import type { Shapes } from "../shape/shapes.ts";
import type { Comparison } from "../types/comparison.ts";

/** Any message; a request has results. */
export type MessageMethod = NotificationMethod | RequestMethod;

/** Both sides of a diff, as far as methods are concerned. */
export interface MethodPair {
  before: Protocol;
  after: Protocol;
  shapes: { before: Shapes; after: Shapes };
  comparison: Comparison;
}
