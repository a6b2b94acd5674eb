import { clientFeatures } from "./client.ts";
import { dataFeatures } from "./data.ts";
import type { Feature } from "./feature.ts";
import { toolFeatures } from "./tools.ts";

/** The rows of the interop table. */
export const features: readonly Feature[] = [
  ...toolFeatures,
  ...dataFeatures,
  ...clientFeatures,
];
