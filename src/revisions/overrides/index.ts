import { capabilityFacts } from "./capabilities.ts";
import { codeFacts } from "./codes.ts";
import { descriptionFacts } from "./descriptions/index.ts";
import { errorFacts } from "./errors.ts";
import { featureFacts } from "./features.ts";
import { fractionFacts } from "./fractions.ts";
import { inputFacts } from "./inputs.ts";
import { nameFacts } from "./names.ts";
import { pageFacts } from "./pages.ts";
import type { KnownFacts } from "../../schema/overrides/known-facts.ts";

export { holds } from "../../schema/overrides/applies.ts";
export type * from "../../schema/overrides/tables.ts";

export const knownFacts: KnownFacts = {
  capabilities: capabilityFacts,
  features: featureFacts,
  errors: errorFacts,
  codes: codeFacts,
  pages: pageFacts,
  fractions: fractionFacts,
  inputs: inputFacts,
  names: nameFacts,
  // In every bundled revision, each method is that of one declaration.
  messages: [],
  descriptions: descriptionFacts,
};
